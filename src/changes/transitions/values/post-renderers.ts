import { fieldsOf, objectsOf } from '../../../json/as-shape.js';
import { isObject } from '../../../json/is-object.js';
import type { JsonObject } from '../../../json/json-value.js';
import { readField } from '../../../json/read-field.js';
import type { Harm } from '../../../knowledge/form/effect.js';
import { KEEP } from '../../../knowledge/form/helm-release.js';
import { readPatch } from '../../../rules/languages/patch.js';
import type { Found } from '../found.js';
import type { Sides } from '../sides.js';

interface Rendered {
  /** `deletes Service/web` */
  readonly words: string;
  readonly harm: Harm;
}

/** Describes what new post-renderers of a release delete or rename in the chart's output. */
export const postRenderers = ({ from, to }: Sides): readonly Found[] => {
  const were = new Set(harmsIn(from).map(({ words }) => words));
  return harmsIn(to)
    .filter(({ words }) => !were.has(words))
    .map(({ words, harm }) => ({
      harm,
      words: `spec.postRenderers ${words}`,
      path: 'spec.postRenderers',
      severity: harm.severity,
    }));
};

const harmsIn = (release: JsonObject): readonly Rendered[] =>
  objectsOf(readField(release, 'spec.postRenderers')).flatMap(({ kustomize }) =>
    objectsOf(fieldsOf(kustomize)['patches']).flatMap(({ patch, target }) => {
      if (typeof patch !== 'string' || !WORDS.test(patch)) return [];
      const read = readPatch(patch);
      // kustomize refuses it too.
      if (typeof read === 'string') return [];
      const selected = isObject(target) ? { kind: target['kind'], metadata: target } : undefined;
      return read.kind === 'merge'
        ? read.objects.filter((one) => one['$patch'] === 'delete').map((one) => deleted(titleIn(selected ?? one)))
        : read.operations.flatMap((one) => byOperation(one, selected ?? {}) ?? []);
    }),
  );

/** A quick check: most patches contain none of these. */
const WORDS = /\$patch|\/metadata\/name|\/spec\/type|resource-policy/;

const byOperation = (
  { op, path, value }: Readonly<Record<string, unknown>>,
  target: Readonly<Record<string, unknown>>,
): Rendered | undefined => {
  const title = titleIn(target);
  if (path === '/metadata/name' && op === 'replace') return renamed(title);
  if (path === `/metadata/annotations/${KEEP.replace('/', '~1')}` && op === 'remove') return noLongerKept(title);
  const isBalancer = path === '/spec/type' && target['kind'] === 'Service' && value !== 'LoadBalancer';
  return isBalancer && op !== 'test' ? otherType(title, value) : undefined;
};

const deleted = (title: string): Rendered => ({
  words: `deletes ${title}`,
  harm: {
    severity: 'warning',
    destroys: `${title} with what belongs to it`,
    effect: 'Helm deletes what a post-renderer takes out of its chart',
    instead: 'to keep the object, leave out the patch with $patch: delete',
  },
});

const renamed = (title: string): Rendered => ({
  words: `renames ${title}`,
  harm: {
    severity: 'warning',
    destroys: `${title} under its old name, with what belongs to it`,
    effect: 'Helm deletes the object under its old name and makes a new one',
    instead: 'to keep the object, leave its name as it is',
  },
});

const otherType = (title: string, type: unknown): Rendered => ({
  words: `makes ${title} of type ${JSON.stringify(type)}`,
  harm: {
    severity: 'warning',
    destroys: 'the load balancer of a Service with its addresses',
    effect: 'the load balancer of a Service is deleted with its addresses once the Service has another type',
    instead: 'to keep it, leave this Service as it is, and add a second one',
  },
});

const noLongerKept = (title: string): Rendered => ({
  words: `takes ${KEEP} from ${title}`,
  harm: {
    severity: 'notice',
    says: 'lets Helm delete an object from now on',
    effect: 'Helm deletes it when its chart no longer makes it, or when the release is uninstalled',
  },
});

const titleIn = ({ kind, metadata }: Readonly<Record<string, unknown>>): string => {
  const { name } = fieldsOf(metadata);
  if (kind === undefined) return name === undefined ? 'all that it selects' : `every ${String(name)}`;
  return name === undefined ? `every ${String(kind)}` : `${String(kind)}/${String(name)}`;
};

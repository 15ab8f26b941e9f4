import { fieldsOf, listOf, objectsOf } from '../../../json/as-shape.js';
import { isObject } from '../../../json/is-object.js';
import type { JsonObject } from '../../../json/json-value.js';
import { parseYamlDocuments } from '../../../yaml/parse-yaml.js';
import { YamlError } from '../../../yaml/yaml-error.js';
import { readField } from '../../losses/keeps.js';
import type { Sides } from '../sides.js';
import type { Found } from '../transition.js';

/** What post-renderers of a release take out of its chart with `$patch: delete`, and didn't before. */
export const deletedByRenderer = ({ from, to }: Sides): readonly Found[] => {
  const were = new Set(deletedIn(from));
  return deletedIn(to)
    .filter((one) => !were.has(one))
    .map((one) => ({
      harm: {
        severity: 'warning',
        destroys: `${one} with what belongs to it`,
        effect: 'Helm deletes what a post-renderer takes out of its chart',
        instead: 'to keep the object, leave out the patch with $patch: delete',
      },
      words: `spec.postRenderers deletes ${one}`,
      path: 'spec.postRenderers',
      severity: 'warning',
    }));
};

const deletedIn = (release: JsonObject): readonly string[] =>
  objectsOf(readField(release, 'spec.postRenderers')).flatMap(({ kustomize }) =>
    objectsOf(fieldsOf(kustomize)['patches']).flatMap(({ patch, target }) =>
      documentsOf(patch)
        .filter((one) => one['$patch'] === 'delete')
        .map((one) => titleIn(isObject(target) ? { kind: target['kind'], metadata: target } : one)),
    ),
  );

const documentsOf = (patch: unknown): readonly JsonObject[] => {
  if (typeof patch !== 'string' || !patch.includes('$patch')) return [];
  try {
    return listOf(parseYamlDocuments(patch)).filter(isObject);
  } catch (error) {
    // kustomize refuses it too.
    if (error instanceof YamlError) return [];
    throw error;
  }
};

const titleIn = ({ kind, metadata }: JsonObject): string => {
  const { name } = fieldsOf(metadata);
  if (kind === undefined) return name === undefined ? 'all that it selects' : `every ${String(name)}`;
  return name === undefined ? `every ${String(kind)}` : `${String(kind)}/${String(name)}`;
};

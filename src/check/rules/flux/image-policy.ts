import { posix } from 'node:path';
import type { CompiledCluster, CompiledObject } from '../../../compile/compiled-cluster.js';
import type { ImageMark } from '../../../constructs/image-marks.js';
import { partOf } from '../../../constructs/image-policy.js';
import { defineDiagnostic, diagnose, suggest } from '../../../diagnostics/index.js';
import { isObject } from '../../../json/is-object.js';
import { printPath } from '../../../json/json-path.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { parseImage } from '../../../versions/image-reference.js';
import { type ClusterIndex, objectsOfKind, specOf } from '../../cluster-index.js';
import type { TargetName } from '../../references/index.js';
import { defineRule } from '../../rule.js';

const IMAGE_GROUP = 'image.toolkit.fluxcd.io';

const unknownPolicy = defineDiagnostic({
  code: 'FX717',
  name: 'unknown-image-policy',
  severity: 'warning',
  summary:
    'A field is marked for an ImagePolicy that nothing in the tree or in the base makes. Flux’s automation then never updates it.',
  missesObject: true,
  page: {
    example: "imagePolicy('apps:wbe', 'ghcr.io/acme/web:1.2.3')   // and the ImagePolicy in apps is \"web\"",
    right: "imagePolicy('apps:web', …); or external: [{ kind: 'ImagePolicy', namespace: 'apps', name: 'web' }]",
  },
  exceptable: true,
});

const unreachedField = defineDiagnostic({
  code: 'FX718',
  name: 'unreached-image',
  severity: 'warning',
  summary:
    'A marked field lies outside of the `update.path` of each ImageUpdateAutomation in the namespace of its ImagePolicy, so nothing updates it.',
  page: {
    example: 'spec.update.path: ./k8s/clusters   # and the field is in k8s/addons/dev/web',
    right: 'spec.update.path: ./k8s/addons/dev',
  },
  exceptable: true,
});

const otherRepository = defineDiagnostic({
  code: 'FX719',
  name: 'other-image-repository',
  severity: 'warning',
  summary:
    'A marked field has an image of another repository than the one that its ImagePolicy selects from. Flux’s automation would write the other image, and synth would not keep that.',
  page: {
    example: "imagePolicy('apps:web', 'ghcr.io/acme/api:1.2.3')   // and the ImageRepository is ghcr.io/acme/web",
    right: "imagePolicy('apps:web', 'ghcr.io/acme/web:1.2.3')",
  },
  exceptable: true,
});

/** What Flux's image automation needs to update a marked field. */
export const imagePolicyRule = defineRule(
  [unknownPolicy, unreachedField, otherRepository],
  (cluster, report, { index, references }) => {
    // Nothing else is asked for in the many clusters that mark no image.
    const marked = markedObjects(cluster);
    if (marked.length === 0) return;
    const isPartial = cluster.addons.some(({ built }) => built.isPartial);
    for (const { object, mark, folder } of marked) {
      const target = policyOf(mark);
      const at = { addon: object.addon, object: object.title, path: printPath(mark.path) };
      const policy = references.targets.find(target)?.object;
      if (policy === undefined && !references.isKnown(target) && !isPartial) {
        const names = references.targets
          .ofKind(IMAGE_GROUP, 'ImagePolicy')
          .map((one) => `${one.namespace}:${one.name}`);
        report(
          diagnose(unknownPolicy, {
            message: `nothing makes ImagePolicy "${target.name}" in namespace "${target.namespace}", so Flux never updates the field`,
            at,
            fix: `${names.length === 0 ? 'make it in an addon' : suggest(`${target.namespace}:${target.name}`, names)}; if others make it, list it: external: [{ kind: 'ImagePolicy', namespace: '${target.namespace}', name: '${target.name}' }]`,
          }),
        );
      }
      const image = policy === undefined ? undefined : imageOf(index, policy);
      const name = partOf(mark.policy) === 'name' ? mark.value : parseImage(mark.value)?.name;
      const isWhole = ['name', undefined].includes(partOf(mark.policy));
      if (image !== undefined && name !== undefined && isWhole && fullName(image) !== fullName(name)) {
        report(
          diagnose(otherRepository, {
            message: `the field has an image of "${name}", and ImagePolicy "${target.namespace}:${target.name}" selects from "${image}"`,
            at,
            fix: `mark it for an ImagePolicy of "${name}", or write an image of "${image}"`,
          }),
        );
      }
      const paths = folder === undefined ? [] : pathsOf(cluster, index, target.namespace!);
      if (folder !== undefined && paths.length > 0 && !paths.some((path) => mayReach(path, folder))) {
        report(
          diagnose(unreachedField, {
            message: `the field is in "${folder}", and no ImageUpdateAutomation in namespace "${target.namespace}" updates files there`,
            at,
            notes: [`update.path is ${paths.map((path) => `"${path}"`).join(', ')}`],
            fix: `set update.path of one of them to a folder above: './${folder}'`,
          }),
        );
      }
    }
  },
);

interface MarkedField {
  readonly object: CompiledObject;
  readonly mark: ImageMark;
  /** The folder that its file is in, from the repository's root. */
  readonly folder: string | undefined;
}

const markedObjects = ({ addons, appLayout, layout }: CompiledCluster): readonly MarkedField[] => {
  const inRepository = (folder: string | undefined) =>
    folder === undefined ? undefined : posix.join(appLayout.inRepository, folder);
  const of = (objects: readonly CompiledObject[], folder: string | undefined) =>
    objects.flatMap((object) => (object.imageMarks ?? []).map((mark) => ({ object, mark, folder })));
  return addons.flatMap(({ built, objects, entry }) => [
    ...of(objects, inRepository(built.folder)),
    ...of(entry, inRepository(layout.folder)),
  ]);
};

const policyOf = ({ policy }: ImageMark): TargetName => {
  const [namespace = '', name = ''] = policy.split(':');
  return { group: IMAGE_GROUP, kind: 'ImagePolicy', namespace, name };
};

/** The repository that a policy selects from, where the tree says it. */
const imageOf = (index: ClusterIndex, policy: CompiledObject): string | undefined => {
  const { imageRepositoryRef: ref } = specOf(policy);
  if (!isObject(ref)) return undefined;
  const repository = objectsOfKind(index, `${IMAGE_GROUP}/ImageRepository`).find(
    (one) => one.name === ref['name'] && one.namespace === (ref['namespace'] ?? policy.namespace),
  );
  const image = repository === undefined ? undefined : specOf(repository)['image'];
  return typeof image === 'string' && !holdsExpression(image) ? image : undefined;
};

/** `nginx` is `docker.io/library/nginx`: https://github.com/distribution/reference */
const fullName = (name: string): string => {
  const [first = '', ...rest] = name.split('/');
  if (rest.length === 0) return `docker.io/library/${name}`;
  return /[.:]|^localhost$/.test(first) ? name.replace(/^index\.docker\.io\//, 'docker.io/') : `docker.io/${name}`;
};

/** Where the automations of a namespace update files of the tree's source; they see the policies beside them alone. */
const pathsOf = ({ app }: CompiledCluster, index: ClusterIndex, namespace: string): readonly string[] =>
  objectsOfKind(index, `${IMAGE_GROUP}/ImageUpdateAutomation`).flatMap((one) => {
    const { sourceRef, update } = specOf(one);
    if (one.namespace !== namespace || !isObject(sourceRef)) return [];
    const isOfTree =
      sourceRef['kind'] === app.source.kind &&
      sourceRef['name'] === app.source.name &&
      (sourceRef['namespace'] ?? namespace) === app.source.namespace;
    const path = isObject(update) ? (update['path'] ?? '.') : '.';
    return isOfTree && typeof path === 'string' ? [path] : [];
  });

/** Whether one of the two folders is in the other one: the file itself may be named. */
const mayReach = (path: string, folder: string): boolean => {
  if (holdsExpression(path)) return true;
  const [outer, inner] = [path, folder].map((one) => posix.join('/', one, '/'));
  return inner!.startsWith(outer!) || outer!.startsWith(inner!);
};

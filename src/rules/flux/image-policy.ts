import { posix } from 'node:path';
import type { ImageMark } from '../../constructs/image-marks.js';
import { defineDiagnostic, diagnose, suggest } from '../../diagnostics/index.js';
import { printPath } from '../../json/json-path.js';
import { partOf } from '../../versions/image-policy-name.js';
import { parseImage } from '../../versions/image-reference.js';
import {
  fullImageName,
  IMAGE_GROUP,
  imageOfPolicy,
  mayReach,
  policyTarget,
  updatePaths,
} from '../images/image-automation.js';
import { defineRule, placeIn, type RuleState, type StateObject } from '../rule.js';

export const unknownPolicy = defineDiagnostic({
  code: 'FX717',
  name: 'unknown-image-policy',
  severity: 'warning',
  summary:
    "A field is marked for an ImagePolicy that nothing in the tree or in the base makes. Flux's automation then never updates it.",
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
    'A marked field is outside the `update.path` of every ImageUpdateAutomation in the namespace of its ImagePolicy, so nothing updates it.',
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
    "A marked field has an image of another repository than the one that its ImagePolicy selects from. Flux's automation would write the other image, and synth would undo that.",
  page: {
    example: "imagePolicy('apps:web', 'ghcr.io/acme/api:1.2.3')   // and the ImageRepository is ghcr.io/acme/web",
    right: "imagePolicy('apps:web', 'ghcr.io/acme/web:1.2.3')",
  },
  exceptable: true,
});

/** The objects that Flux's image automation needs to update a marked field exist. */
export const imagePolicyRule = defineRule(
  [unknownPolicy, unreachedField, otherRepository],
  (state, report, { index, references }) => {
    // Most clusters mark no image, so this comes first.
    const marked = markedObjects(state);
    if (marked.length === 0) return;
    const isPartial = state.units.some(({ isPartial }) => isPartial);
    for (const { object, mark, folder } of marked) {
      const target = policyTarget(mark.policy);
      const at = placeIn(object, printPath(mark.path));
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
      const image = policy === undefined ? undefined : imageOfPolicy(index, policy);
      const name = partOf(mark.policy) === 'name' ? mark.value : parseImage(mark.value)?.name;
      const isWhole = ['name', undefined].includes(partOf(mark.policy));
      if (image !== undefined && name !== undefined && isWhole && fullImageName(image) !== fullImageName(name)) {
        report(
          diagnose(otherRepository, {
            message: `the field has an image of "${name}", and ImagePolicy "${target.namespace}:${target.name}" selects from "${image}"`,
            at,
            fix: `mark it for an ImagePolicy of "${name}", or write an image of "${image}"`,
          }),
        );
      }
      const paths = folder === undefined ? [] : updatePaths(state, index, target.namespace!);
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
  readonly object: StateObject;
  readonly mark: ImageMark;
  /** The folder of its file, from the repository's root. */
  readonly folder: string | undefined;
}

const markedObjects = ({ units, declared }: RuleState): readonly MarkedField[] => {
  const inRepository = (folder: string | undefined) =>
    folder === undefined || declared === undefined ? undefined : posix.join(declared.appLayout.inRepository, folder);
  const of = (objects: readonly StateObject[], folder: string | undefined) =>
    objects.flatMap((object) =>
      (object.imageMarks ?? []).map((mark) => ({ object, mark, folder: folder ?? folderOf(object) })),
    );
  return units.flatMap(({ declared: addon, objects, entry }) => [
    ...of(objects, inRepository(addon?.built.folder)),
    ...of(entry, inRepository(declared?.layout.folder)),
  ]);
};

const folderOf = ({ file }: StateObject): string | undefined => file && posix.dirname(file.path);

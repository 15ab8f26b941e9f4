import type { ReadableTree } from '../applied/base-tree.js';
import { BuildError } from '../applied/build/build-error.js';
import { openFolderBuilder } from '../applied/build/folder-builder.js';
import { prepareFolder } from '../applied/build/prepare-folder.js';
import { titleOf } from '../applied/object-id.js';
import { type Diagnostic, diagnose, nameSome } from '../diagnostics/index.js';
import { objectsOf } from '../json/as-shape.js';
import { equalJson } from '../json/equal-json.js';
import { isObject } from '../json/is-object.js';
import { joinPath } from '../json/json-path.js';
import { specOf } from '../json/manifest-fields.js';
import type { AppPlan } from '../tree/plan-app.js';
import { compareObjects, type ObjectDifference } from './compare-objects.js';
import { importDiffers, importSettings } from './diagnostics.js';
import type { ImportedObject } from './imported-object.js';
import type { PlannedAddon } from './plan-addon.js';

export interface AddonProof {
  readonly addon: PlannedAddon;
  readonly differences: readonly ObjectDifference[];
  /** What its Kustomization has that the YAML's doesn't. */
  readonly settings: readonly string[];
}

/** Builds the planned tree of a cluster with kustomize, and compares what it applies with what the YAML applies. */
export const proveImport = (
  addons: readonly PlannedAddon[],
  plan: Pick<AppPlan, 'files' | 'layout' | 'compiled'>,
  cluster: string,
): readonly AddonProof[] => {
  const builder = openFolderBuilder();
  const tree: ReadableTree = {
    blobs: new Map([...plan.files.keys()].map((path) => [path, path])),
    read: (paths) =>
      new Map(paths.flatMap((path) => (plan.files.has(path) ? [[path, plan.files.get(path)!] as const] : []))),
    folderOf: (path) => path,
  };
  const compiled = plan.compiled.find((one) => one.cluster.name === cluster)?.addons ?? [];
  return addons.map((addon) => {
    const entry = compiled.find(({ built }) => built.name === addon.name)?.entry ?? [];
    const kustomization = entry.find(({ kind, name }) => kind === 'Kustomization' && name === addon.name)?.json;
    if (kustomization === undefined)
      return { addon, differences: [{ title: addon.name, what: ['makes no Kustomization'] }], settings: [] };
    const built = build(tree, plan.layout.of(cluster).addonFolder('addons', addon.name), builder);
    const before = { kustomization: addon.owner.json, objects: addon.objects.map(({ json }) => json) };
    const differences =
      built instanceof BuildError
        ? [{ title: addon.name, what: [`doesn't build: ${built.message}`] }]
        : [
            ...compareObjects(before, { kustomization, objects: built }, addon.vars.samples),
            ...addon.vars.problems.map(({ object }) => ({
              title: titleOf(object.id),
              what: ["can't be compared while Flux can't substitute its vars"],
            })),
            ...(isObject(specOf(addon.owner.json)['postBuild']) ? [] : addon.objects.flatMap(roundedIn)),
          ];
    return { addon, differences, settings: compareSettings(addon.owner.json, kustomization) };
  });
};

/** Integers that kustomize keeps, and JavaScript doesn't. */
const roundedIn = ({ id, json }: ImportedObject): readonly ObjectDifference[] => {
  const paths = integersBeyond(json, '');
  return paths.length === 0
    ? []
    : [
        {
          title: titleOf(id),
          what: paths.map((path) => `${path}: an integer of more than 53 bits, which code rounds`),
        },
      ];
};

const integersBeyond = (value: unknown, path: string): readonly string[] => {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item, at) => integersBeyond(item, joinPath(path, at)));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => integersBeyond(item, path === '' ? key : joinPath(path, key)));
};

const build = (tree: ReadableTree, folder: string, builder: ReturnType<typeof openFolderBuilder>) => {
  try {
    const built = builder.build(tree, prepareFolder(tree, folder, {}));
    return built instanceof BuildError ? built : built.map(({ json }) => json);
  } catch (error) {
    if (error instanceof BuildError) return error;
    throw error;
  }
};

/** Where the objects come from, and what kustomize has already done. */
const DERIVED = new Set(
  `path sourceRef dependsOn postBuild patches patchesStrategicMerge patchesJson6902 images components namePrefix nameSuffix
targetNamespace`.split(/\s+/),
);

const compareSettings = (before: object, after: object): readonly string[] => {
  const [from, to] = [specOf(before as never), specOf(after as never)];
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((key) => !DERIVED.has(key)).sort();
  const fields = keys.flatMap((key) => {
    const [old, made] = [from[key], to[key]];
    // The API's own default.
    if (equalJson(old, made) || (old === undefined && made === false)) return [];
    return [
      `${key}: ${old === undefined ? 'nothing' : JSON.stringify(old)} in the YAML, ${made === undefined ? 'nothing' : JSON.stringify(made)} in the code`,
    ];
  });
  const names = (value: unknown) => new Set(objectsOf(value).map(({ name }) => String(name)));
  const [waits, now] = [names(from['dependsOn']), names(to['dependsOn'])];
  const list = (all: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...all].filter((name) => !other.has(name)).sort();
  const more = list(now, waits).map((name) => `it depends on "${name}", too`);
  const fewer = list(waits, now).map((name) => `it doesn't depend on "${name}"`);
  return [...fields, ...more, ...fewer];
};

/** What the command reports of a proof. */
export const proofDiagnostics = (proofs: readonly AddonProof[]): readonly Diagnostic[] => [
  ...proofs.flatMap(({ addon, differences }) =>
    differences.map(({ title, what }) => {
      const isShort = what.length === 1 && !what[0]!.includes(':');
      return diagnose(importDiffers, {
        message: `${title} of addon "${addon.name}" ${isShort ? what[0] : 'differs'}`,
        at: { addon: addon.name, object: title },
        notes: isShort ? [] : what,
        fix: `correct src/addons/${addon.module.module}.ts, or import the other Kustomizations by name`,
      });
    }),
  ),
  ...settingsDiagnostics(proofs),
];

/** One notice for all that differ in the same settings. */
const settingsDiagnostics = (proofs: readonly AddonProof[]): readonly Diagnostic[] => {
  const alike = new Map<string, string[]>();
  for (const { addon, settings } of proofs) {
    const key = settings.join('\n');
    alike.set(key, [...(alike.get(key) ?? []), addon.name]);
  }
  return [...alike].flatMap(([settings, names]) =>
    settings === ''
      ? []
      : [
          diagnose(importSettings, {
            message: `${names.length === 1 ? 'the Kustomization' : `${names.length} Kustomizations`} of ${nameSome(
              [...new Set(names)].map((name) => `"${name}"`),
              6,
            )} ${names.length === 1 ? 'has' : 'have'} other settings`,
            notes: settings.split('\n'),
            fix: 'nothing, if that is fine; otherwise set it in `kustomization` of the addon',
          }),
        ],
  );
};

import type { CompiledCluster, CompiledObject } from '../compile/compiled-cluster.js';
import type { ClusterLayout } from '../compile/layout.js';
import type { CopiedObject } from '../constructs/encrypted-file.js';
import { type Contract, contractOfState, isEmpty, statesOf } from '../contract/index.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { planSettings } from '../flux/plan-settings.js';
import { compareText } from '../json/compare-text.js';
import type { JsonObject } from '../json/json-value.js';
import { type ModulePlanner, openModulePlanner } from '../terraform/module/open-module-planner.js';
import { createYamlPrinter, unprintable, type YamlPrinter } from '../yaml/print-yaml.js';
import {
  additionsOf,
  type CopyPatch,
  copyPatch,
  KUSTOMIZATION_FILE,
  printCopyRecord,
  withAdditions,
} from './copied-files.js';
import { unprintableValue } from './diagnostics.js';
import { createFileNames, type FileNames } from './file-name.js';
import { headersOf, type Owner } from './header.js';
import { type AcceptedImage, acceptImages, isImageOf, printImageMarks, withAccepted } from './image-lines.js';
import { printedJson } from './printed-json.js';
import { clusterReadme } from './readme/cluster-readme.js';

/** The files of one cluster, in memory. */
export interface ClusterPlan {
  readonly cluster: string;
  /** Where they lie. */
  readonly layout: ClusterLayout;
  /** By path relative to the tree's root. */
  readonly files: ReadonlyMap<string, string>;
  readonly objects: readonly PlannedObject[];
  readonly contract: Contract;
  /** What only shows when the text is made. */
  readonly problems: readonly Diagnostic[];
  /** What Flux's image automation wrote into the files, and stays; by path. */
  readonly accepted: ReadonlyMap<string, readonly AcceptedImage[]>;
}

export interface PlannedObject {
  readonly object: CompiledObject;
  /** As it is printed, and as Flux will read it from git. */
  readonly json: JsonObject;
  /** The file that it is in. */
  readonly path: string;
}

/** Undefined for what is not JSON data, of which `unprintable` says the place; the tree is not written then. */
const textOf = (printYaml: YamlPrinter, json: unknown, onDoubt: () => void): string | undefined => {
  try {
    return printYaml(json, onDoubt);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
};

/**
 * Lays the files of a cluster out: path → text. Pure; nothing is read or written.
 *
 * @param printYaml clusters that share a printer are printed faster
 * @param onDisk the text of a file as it is now; asked for files with marked images alone
 * @param planModule clusters that share a planner, and differ only in their names, have their modules made once
 */
export const planCluster = (
  compiled: CompiledCluster,
  printYaml: YamlPrinter = createYamlPrinter(),
  onDisk?: (path: string) => string | undefined,
  planModule: ModulePlanner = openModulePlanner(),
): ClusterPlan => {
  const { app, appLayout, layout, cluster, addons, contract } = compiled;
  const files = new Map<string, string>();
  const fileName = createFileNames();
  const objects: PlannedObject[] = [];
  /** What may hold something that does not arrive; most objects hold nothing, and need no closer look. */
  const doubtful: PlannedObject[] = [];
  const doubt = () => doubtful.push(objects.at(-1)!);
  const print = (path: string, object: CompiledObject): string => {
    const json = printedJson(object);
    objects.push({ object, json, path });
    const text = textOf(printYaml, json, doubt);
    if (text === undefined) doubt();
    const body = object.imageMarks === undefined ? (text ?? '') : printImageMarks(text ?? '', object.imageMarks);
    return object.notes === undefined ? body : object.notes.map((note) => `# ${note}\n`).join('') + body;
  };
  const whole: Owner = { cluster: cluster.name, ...(app.name === undefined ? {} : { app: app.name }) };
  const putAs = (owner: Owner) => {
    const withHeader = headersOf(owner);
    return (path: string, body: string): void => void files.set(path, withHeader(appLayout.inProject(path), body));
  };
  for (const { built, objects: inFolder, entry } of addons) {
    const put = putAs({ ...whole, addon: built.name });
    if (built.folder !== undefined) {
      const printed = inFolder.filter(({ copied }) => copied === undefined);
      const names = planFolder(built.folder, printed, fileName, print, put);
      const copies = planCopies(built.folder, inFolder.filter(isCopied), printYaml);
      objects.push(...copies.objects);
      for (const [name, text] of copies.files) files.set(`${built.folder}/${name}`, text);
      const file = {
        apiVersion: 'kustomize.config.k8s.io/v1beta1',
        kind: 'Kustomization',
        ...(copies.patches.length === 0 ? {} : { patches: copies.patches }),
        resources: [...names, ...copies.files.keys()].sort(),
      };
      const records = [...copies.files].map(([name, text]) => printCopyRecord(name, text));
      put(`${built.folder}/${KUSTOMIZATION_FILE}`, records.join('') + printYaml(file));
    }
    const path = layout.entry(built.name);
    put(path, entry.map((object) => print(path, object)).join('---\n'));
  }
  const put = putAs(whole);
  put(layout.readme, clusterReadme(compiled));
  // The platform supplies a tenant's vars, and sets Flux up.
  const isTenant = cluster.published !== undefined;
  if (!isTenant && !isEmpty(contract)) {
    put(`${layout.contract}/contract.json`, `${JSON.stringify(contract, null, 2)}\n`);
    for (const state of [undefined, ...statesOf(contract)]) {
      const folder = state === undefined ? layout.contract : `${layout.contract}/${state}`;
      const module = planModule(contractOfState(contract, state), appLayout.pathPrefix || app.root);
      for (const [name, text] of module) put(`${folder}/${name}`, text);
    }
  }
  if (cluster.fluxSettings !== undefined && !isTenant) {
    const path = cluster.path === undefined ? appLayout.sourcePath(layout.folder) : `./${cluster.path}`;
    const planned = planSettings(cluster.fluxSettings, path, printYaml);
    for (const [name, json] of planned.files) put(`${layout.fluxSettings}/${name}`, printYaml(json));
  }
  const problems = doubtful.flatMap(faultsOf);
  const accepted = onDisk === undefined ? new Map() : acceptAll(files, objects, onDisk);
  return { cluster: cluster.name, layout, files, objects, contract, problems, accepted };
};

/** Takes over, in place, what the automation wrote into the files with marked images. */
const acceptAll = (
  files: Map<string, string>,
  objects: PlannedObject[],
  onDisk: (path: string) => string | undefined,
): ClusterPlan['accepted'] => {
  const all = new Map<string, readonly AcceptedImage[]>();
  for (const [index, planned] of objects.entries()) {
    const { object, json, path } = planned;
    if (object.imageMarks === undefined) continue;
    if (!all.has(path)) {
      const old = onDisk(path);
      const { text, accepted } = old === undefined ? nothingOnDisk : acceptImages(files.get(path)!, old);
      if (text !== undefined) files.set(path, text);
      all.set(path, accepted);
    }
    const own = all.get(path)!.filter((one) => isImageOf(one, object));
    if (own.length > 0) objects[index] = { ...planned, json: withAccepted(json, own) };
  }
  return new Map([...all].filter(([, accepted]) => accepted.length > 0));
};

const nothingOnDisk = { text: undefined, accepted: [] };

type CopiedCompiled = CompiledObject & { readonly copied: CopiedObject };
const isCopied = (object: CompiledObject): object is CopiedCompiled => object.copied !== undefined;

/** The files of a folder that are there byte for byte, sorted, and what the kustomization file adds to their objects. */
const planCopies = (folder: string, all: readonly CopiedCompiled[], printYaml: YamlPrinter) => {
  const files = new Map<string, string>();
  const objects: PlannedObject[] = [];
  const patches: CopyPatch[] = [];
  const byFile = [...all].sort(
    (a, b) => compareText(a.copied.file.name, b.copied.file.name) || a.copied.index - b.copied.index,
  );
  for (const object of byFile) {
    const { file, json } = object.copied;
    const additions = additionsOf(object);
    const patch = copyPatch(json, additions, object.namespace !== undefined, printYaml);
    files.set(file.name, file.text);
    objects.push({ object, json: withAdditions(json, additions), path: `${folder}/${file.name}` });
    if (patch !== undefined) patches.push(patch);
  }
  return { files, objects, patches };
};

/** What of an object does not arrive in the cluster. */
const faultsOf = ({ object, json }: PlannedObject): readonly Diagnostic[] =>
  unprintable(json).map((fault) =>
    diagnose(unprintableValue, {
      message: fault.why,
      at: { addon: object.addon, object: object.title, path: fault.path },
      fix: fault.printable
        ? 'take it out, or carry it encoded (base64 in binaryData)'
        : 'give plain data: text, finite numbers, true, false, null, lists and maps',
    }),
  );

/** One file for each kind; gives their names, sorted. The objects come in order. */
const planFolder = (
  folder: string,
  objects: readonly CompiledObject[],
  fileName: FileNames,
  print: (path: string, object: CompiledObject) => string,
  put: (path: string, body: string) => void,
): readonly string[] => {
  /** The kinds that more than one group has; those of one kind follow each other. */
  const shared = new Set<string>();
  for (const [index, { kind, group }] of objects.entries()) {
    const before = objects[index - 1];
    if (before?.kind === kind && before.group !== group) shared.add(kind);
  }
  const bodies = new Map<string, string>();
  for (const object of objects) {
    const name = fileName(object.kind, object.group, shared.has(object.kind));
    const text = print(`${folder}/${name}`, object);
    const before = bodies.get(name);
    bodies.set(name, before === undefined ? text : `${before}---\n${text}`);
  }
  for (const [name, body] of bodies) put(`${folder}/${name}`, body);
  return [...bodies.keys()].sort();
};

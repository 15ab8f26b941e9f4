import type { RenderedCluster, RenderedObject } from '../cluster/render.js';
import type { Contract } from '../contract/index.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { clusterReadme } from '../report/cluster-readme.js';
import { fileName } from './file-name.js';
import { type Owner, withHeader } from './header.js';
import { printYaml, unprintable } from './print-yaml.js';

/** The files of one cluster, in memory. */
export interface ClusterPlan {
  readonly cluster: string;
  /** By path relative to the tree's root. */
  readonly files: ReadonlyMap<string, string>;
  readonly objects: readonly PlannedObject[];
  readonly contract: Contract;
  /** What only shows when the text is made. */
  readonly problems: readonly Diagnostic[];
}

export interface PlannedObject {
  readonly object: RenderedObject;
  /** The file that it is in. */
  readonly path: string;
}

/** What a text has that holds anything kustomize loses: an escape, a tab, a surrogate, a merge key or a very long line. */
const suspicious = /[\\\t\u007f-\u009f\ud800-\udfff\ufffe\uffff]|<<|^.{1000}/m;

/** Lays the files of a cluster out: path → text. Pure; nothing is read or written. */
export const planCluster = (rendered: RenderedCluster): ClusterPlan => {
  const { cluster, addons, contract } = rendered;
  const files = new Map<string, string>();
  const objects: PlannedObject[] = [];
  const problems: Diagnostic[] = [];
  const put = (path: string, body: string, owner: Owner) => {
    files.set(path, withHeader(path, body, owner));
  };
  const print = (path: string, object: RenderedObject): string => {
    objects.push({ object, path });
    const text = printYaml(object.json);
    if (suspicious.test(text)) {
      for (const fault of unprintable(object.json)) {
        problems.push(
          diagnose('FX311', {
            message: `${object.title} holds ${fault.why}, which kustomize does not carry through`,
            at: { cluster: cluster.name, addon: object.addon, object: object.title, path: fault.path },
            fix: 'take it out, or carry it encoded (base64 in binaryData)',
          }),
        );
      }
    }
    return text;
  };
  for (const { built, objects: inFolder, entry } of addons) {
    const owner = { cluster: cluster.name, addon: built.name };
    if (built.folder !== undefined) {
      const names = planFolder(built.folder, inFolder, print, (path, body) => put(path, body, owner));
      const file = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources: names };
      put(`${built.folder}/kustomization.yaml`, printYaml(file), owner);
    }
    const path = `clusters/${cluster.name}/${built.name}.yaml`;
    put(path, entry.map((object) => print(path, object)).join('---\n'), owner);
  }
  put(`clusters/${cluster.name}/README.md`, clusterReadme(rendered), { cluster: cluster.name });
  put(`contract/${cluster.name}/contract.json`, `${JSON.stringify(contract, null, 2)}\n`, { cluster: cluster.name });
  return { cluster: cluster.name, files, objects, contract, problems };
};

/** One file for each kind; gives their names, sorted. The objects come in order. */
const planFolder = (
  folder: string,
  objects: readonly RenderedObject[],
  print: (path: string, object: RenderedObject) => string,
  put: (path: string, body: string) => void,
): readonly string[] => {
  const groups = new Map<string, Set<string>>();
  for (const { kind, group } of objects) {
    const seen = groups.get(kind);
    if (seen === undefined) groups.set(kind, new Set([group]));
    else seen.add(group);
  }
  const bodies = new Map<string, string>();
  for (const object of objects) {
    const name = fileName(object.kind, object.group, groups.get(object.kind)!.size > 1);
    const text = print(`${folder}/${name}`, object);
    const before = bodies.get(name);
    bodies.set(name, before === undefined ? text : `${before}---\n${text}`);
  }
  for (const [name, body] of bodies) put(`${folder}/${name}`, body);
  return [...bodies.keys()].sort();
};

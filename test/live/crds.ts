import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import type { KubeObject } from './kube-object.js';

const folder = fileURLToPath(new URL('../../schemas/crds', import.meta.url));
let byGroup: Map<string, KubeObject[]> | undefined;

/** The CustomResourceDefinitions of these API groups, from `schemas/crds/`. Throws on a group that none there has. */
export const crdsOf = (groups: readonly string[]): KubeObject[] => {
  byGroup ??= readCrds();
  const known = byGroup;
  return groups.flatMap((group) => {
    const crds = known.get(group);
    if (crds === undefined)
      throw new Error(`schemas/crds has no API group "${group}"; it has ${[...known.keys()].sort().join(', ')}`);
    return crds;
  });
};

const readCrds = (): Map<string, KubeObject[]> => {
  const groups = new Map<string, KubeObject[]>();
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  for (const file of files.sort()) {
    for (const document of parseAllDocuments(readFileSync(join(folder, file), 'utf8'))) {
      const crd = document.toJS() as KubeObject | null;
      const group = crd?.spec?.['group'];
      if (crd === null || typeof group !== 'string') continue;
      groups.set(group, [...(groups.get(group) ?? []), crd]);
    }
  }
  return groups;
};

/** All API groups of `schemas/crds/`: the live tests apply objects of each. */
export const groupsOfOperators: readonly string[] = [...readCrds().keys()].sort();

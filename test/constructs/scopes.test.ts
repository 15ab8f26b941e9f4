import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as constructs from '../../src/constructs/index.js';
import type { KindInfo } from '../../src/constructs/manifest.js';
import { isClusterScoped } from '../../src/knowledge/index.js';
import { parseYamlDocuments } from '../../src/yaml/parse-yaml.js';
import { root } from '../support/root.js';

interface Crd {
  readonly spec: {
    readonly group: string;
    readonly scope: 'Namespaced' | 'Cluster';
    readonly names: { readonly kind: string };
  };
}

const folder = join(root, 'schemas/crds');
const crds = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) =>
    (parseYamlDocuments(readFileSync(join(folder, name), 'utf8')) as readonly (Crd | null)[]).flatMap((crd) =>
      crd === null ? [] : [{ file: `schemas/crds/${name}`, ...crd.spec, kind: crd.spec.names.kind }],
    ),
  );

const kinds = Object.values(constructs).flatMap((value) =>
  typeof value === 'function' && 'kind' in value ? [value.kind as KindInfo] : [],
);
const groupOf = ({ apiVersion }: KindInfo): string =>
  apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';

describe('the scope of a kind', () => {
  it('is read from every CRD and every construct', () => {
    expect(crds.length).toBeGreaterThan(20);
    expect(kinds.length).toBeGreaterThan(15);
  });

  it('is in its construct as its CRD says', () => {
    const wrong = kinds.flatMap((own) => {
      const crd = crds.find(({ group, kind }) => group === groupOf(own) && kind === own.kind);
      return crd === undefined || crd.scope === own.scope
        ? []
        : [`${own.kind}: '${own.scope}' in src/constructs/, '${crd.scope}' in ${crd.file}`];
    });
    expect(wrong, 'give the static kind of the construct the scope of its CRD').toEqual([]);
  });

  it('is known to addons, which give no namespace to objects that live in none', () => {
    const described = [
      ...crds.map(({ group, kind, scope, file }) => ({ group, kind, scope, from: file })),
      ...kinds.map((own) => ({ group: groupOf(own), kind: own.kind, scope: own.scope, from: 'src/constructs/' })),
    ];
    const wrong = described
      .filter(({ group, kind, scope }) => isClusterScoped(group, kind) !== (scope === 'Cluster'))
      .map(({ group, kind, scope, from }) => `${group} ${kind}: '${scope}' in ${from}`);
    expect(
      wrong,
      'the files of src/knowledge/ list the kinds that live in no namespace: add what is Cluster, remove what is Namespaced',
    ).toEqual([]);
  });
});

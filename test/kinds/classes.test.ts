import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { Manifest } from '../../src/constructs/index.js';
import { root } from '../support/root.js';

interface Crd {
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
}

const folder = join(root, 'schemas/crds');
const files = readdirSync(folder);
const crds = files.flatMap((file) =>
  parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => document.toJS() as Crd),
);
const groups = [...new Set(crds.map(({ spec }) => spec.group))].sort();

type Kind = (new (
  ...args: unknown[]
) => Manifest) & {
  readonly kind: { readonly apiVersion: string; readonly kind: string; readonly scope: string };
};

describe('the generated classes', () => {
  it.each(groups)('of %s are those of its kinds and served versions', async (group) => {
    const module = (await import(`../../imports/${group}.ts`)) as Readonly<Record<string, Kind>>;
    const found = Object.values(module).map(
      ({ kind: { apiVersion, kind, scope } }) => `${apiVersion} ${kind} ${scope}`,
    );
    const wanted = crds
      .filter(({ spec }) => spec.group === group)
      .flatMap(({ spec }) =>
        spec.versions
          .filter(({ served }) => served)
          .map(({ name }) => `${group}/${name} ${spec.names.kind} ${spec.scope}`),
      );
    expect(found.sort()).toEqual(wanted.sort());
    const chart = new Chart(new App(), 'test', { namespace: 'web' });
    for (const [name, Class] of Object.entries(module)) {
      const object = new Class(chart, name, { name: 'one', spec: { a: 1 }, extra: { spec: { b: 2 } } });
      expect(Manifest.isManifest(object)).toBe(true);
      expect(object.toJson()).toEqual({
        apiVersion: Class.kind.apiVersion,
        kind: Class.kind.kind,
        metadata: { name: 'one', ...(Class.kind.scope === 'Cluster' ? {} : { namespace: 'web' }) },
        spec: { a: 1, b: 2 },
      });
    }
  });

  it('come from files whose origin and version is written down', () => {
    const { crds: sources } = parse(readFileSync(join(root, 'schemas/sources.yaml'), 'utf8')) as {
      readonly crds: readonly { readonly file: string; readonly upstream: string; readonly version: string }[];
    };
    expect(sources.map(({ file }) => file).sort()).toEqual(files.sort());
    for (const { file, upstream, version } of sources) {
      expect(readFileSync(join(folder, file), 'utf8').split('\n')[0]).toContain(`${upstream} ${version}`);
    }
  });

  it('are facts: no description and no message of a project is in the schemas', () => {
    const strays = files.filter((file) =>
      /^\s*(?:description|message|messageExpression): \S.{20}/m.test(readFileSync(join(folder, file), 'utf8')),
    );
    expect(strays).toEqual([]);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject } from 'cdk8s';
import { FluxApp, FluxCluster } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { sortDiagnostics } from '../../src/diagnostics/index.js';
import { planApp } from '../../src/tree/plan-app.js';
import { crdOf } from '../support/crd.js';
import { addon } from '../support/synthesize.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();

type Shape = { readonly apiVersion: string; readonly kind: string } & Readonly<Record<string, unknown>>;

const crd = (kind: string, scope: 'Cluster' | 'Namespaced', size: object = { type: 'integer' }): Shape =>
  crdOf(kind, { type: 'object', properties: { spec: { type: 'object', properties: { size } } } }, scope);
const fleet = (name: string, metadata: object = {}, spec: object = {}): Shape => ({
  apiVersion: 'example.org/v1',
  kind: 'Fleet',
  metadata: { name, ...metadata },
  spec,
});
const write = (name: string, ...objects: readonly Shape[]): readonly string[] => {
  writeFileSync(join(folder, name), objects.map((one) => JSON.stringify(one)).join('\n---\n'));
  return [name];
};

/** What synth makes and says of addons, each a list of objects. */
const plan = (
  addons: Readonly<Record<string, readonly Shape[]>>,
  schemas: readonly string[] = [],
  clean?: { has: (key: string) => boolean; add: (key: string) => void },
) => {
  const app = new FluxApp({ schemas });
  const made = Object.entries(addons).map(([name, objects]) =>
    addon(name, {
      namespace: objects.some(({ kind }) => kind === 'Nowhere') ? undefined : 'default',
      build: (scope) => {
        for (const [index, object] of objects.entries()) new ApiObject(scope, `object-${index}`, object);
      },
    }),
  );
  new FluxCluster(app, 'dev', { external: ['example.org'] } as never).stage('all', made as never);
  const { clusters, diagnostics } = planApp(app, [], { context: openCompileContext(app, folder), clean });
  return {
    places: clusters[0]!.objects
      .filter(({ object }) => object.group === 'example.org')
      .map(({ object }) => `${object.name} in ${object.namespace ?? 'no namespace'}`),
    said: sortDiagnostics(diagnostics)
      .filter(({ code }) => /^FX(302|31[5-8]|612)$/.test(code))
      .map(({ code, at, message }) => `${code} ${at.object ?? ''}: ${message}`),
  };
};

describe("the scope of one's own kinds", () => {
  it('is read from the files that the app names', () => {
    expect(plan({ web: [fleet('a')] }, write('cluster.json', crd('Fleet', 'Cluster')))).toEqual({
      places: ['a in no namespace'],
      said: [],
    });
    const file = write('both.yaml', crd('Other', 'Cluster'), crd('Fleet', 'Namespaced'));
    expect(plan({ web: [fleet('a')] }, file).places).toEqual(['a in default']);
    expect(plan({ web: [fleet('a')] }).places).toEqual(['a in default']);
  });

  it('is read from a CRD of the cluster, whichever addon makes it', () => {
    const { places, said } = plan({ app: [fleet('a')], zzz: [crd('Fleet', 'Cluster')] });
    expect(places).toEqual(['a in no namespace']);
    expect(said).toEqual([]);
  });

  it('lets no namespace be written, and tells what is there twice', () => {
    const twice = { app: [fleet('a', { namespace: 'one' })], web: [fleet('a', { namespace: 'two' })] };
    const { said } = plan(twice, write('cluster.json', crd('Fleet', 'Cluster')));
    expect(said.map((one) => one.slice(0, one.indexOf(':')))).toEqual([
      'FX612 Fleet/a',
      'FX302 Fleet/a',
      'FX612 Fleet/a',
    ]);
    expect(said[1]).toBe('FX302 Fleet/a: addons "app" and "web" both make Fleet/a');
    expect(plan(twice, write('spaced.json', crd('Fleet', 'Namespaced'))).said).toEqual([]);
  });
});

describe('a CRD of the cluster', () => {
  it('describes its kind: nothing is left unsaid, and what is wrong is told', () => {
    const rule = {
      type: 'integer',
      'x-kubernetes-validations': [{ rule: 'self > 1', message: 'must be more than 1' }],
    };
    const objects = [crd('Fleet', 'Cluster', rule), fleet('a', {}, { size: 2 }), fleet('b', {}, { size: 1 })];
    const { said } = plan({ app: objects, web: [fleet('c', {}, { sise: 1 })] });
    expect(said).toEqual([
      'FX316 Fleet/b: the API server refuses Fleet/b: "spec.size" must be more than 1, and has 1',
      'FX315 Fleet/c: the API server refuses Fleet/c: "spec.sise" is a field that nothing reads',
    ]);
    expect(plan({ web: [fleet('c')] }).said).toEqual([
      'FX318 : 1 object is of kinds that no schema describes: example.org/v1 Fleet',
    ]);
  });

  it('wins over a file that describes the same kind', () => {
    const file = write('text.json', crd('Fleet', 'Namespaced', { type: 'string' }));
    const of = (size: unknown) => plan({ app: [crd('Fleet', 'Cluster')], web: [fleet('a', {}, { size })] }, file);
    expect(of(1)).toEqual({ places: ['a in no namespace'], said: [] });
    expect(of('1').said).toHaveLength(1);
  });

  it('that is broken is told, and the file is used', () => {
    const broken = crd('Fleet', 'Cluster', { type: 'text' });
    const { said } = plan(
      { app: [broken], web: [fleet('a', {}, { size: 'x' })] },
      write('f.json', crd('Fleet', 'Cluster')),
    );
    expect(said.some((one) => one.startsWith('FX317 CustomResourceDefinition/fleets.example.org: '))).toBe(true);
    expect(said.filter((one) => one.startsWith('FX315 Fleet/a'))).toHaveLength(1);
  });

  it('leaves no object remembered as clean: another CRD may say otherwise', () => {
    const keys = new Set<string>();
    const clean = { has: (key: string) => keys.has(key), add: (key: string) => void keys.add(key) };
    const web = [fleet('a', {}, { size: 1 })];
    expect(plan({ app: [crd('Fleet', 'Cluster')], web }, [], clean).said).toEqual([]);
    const [first] = [keys.size];
    expect(plan({ app: [crd('Fleet', 'Cluster', { type: 'string' })], web }, [], clean).said).toHaveLength(1);
    // The CRDs themselves and what the cluster's folder holds are remembered.
    expect(first).toBeGreaterThan(0);
  });
});

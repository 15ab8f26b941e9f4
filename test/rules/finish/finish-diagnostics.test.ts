import { ConfigMap, FluxApp } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { compileCluster } from '../../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../../src/compile/compile-context.js';
import { type Diagnostic, diagnose } from '../../../src/diagnostics/index.js';
import { objectSchema } from '../../../src/rules/diagnostics.js';
import { finishApplied, finishDiagnostics } from '../../../src/rules/finish/finish-diagnostics.js';
import { bigNumberRule } from '../../../src/rules/helm/big-number.js';
import { unprintableValue } from '../../../src/tree/diagnostics.js';
import { addon, clusterOf } from '../../support/synthesize.js';

const compiledWith = (exceptions: readonly (readonly [string, object])[] = [], isBroken = false) => {
  const app = new FluxApp();
  const web = addon('web', {
    build: (scope) => {
      new ConfigMap(scope, 'one', { name: 'one', data: {} });
      if (isBroken) throw new TypeError('no more');
    },
  });
  const cluster = clusterOf({ first: [web] }, { app });
  for (const [code, options] of exceptions) {
    (cluster as unknown as { except(code: string, options: object): void }).except(code, options);
  }
  return compileCluster(app, cluster, openCompileContext(app));
};
const [bigNumber] = bigNumberRule.diagnostics;
const at = { addon: 'web', object: 'ConfigMap/one' };
const found = [diagnose(bigNumber, { message: 'big', at, fix: 'quote it' })];
const codesOf = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ code }) => code);

describe('finished diagnostics', () => {
  it('have their cluster, the line that made the object, and where its addon is used', () => {
    const [problem] = finishDiagnostics(compiledWith(), { compiled: [], found });
    const source = expect.stringMatching(/finish-diagnostics\.test\.ts:\d+$/);
    expect(problem?.at).toEqual({ cluster: 'dev', ...at, source });
    expect(problem?.notes).toEqual([expect.stringMatching(/^addon "web" is used at \S+:\d+$/)]);
  });

  it('leave a problem of the whole app without a cluster', () => {
    const ofApp = diagnose(bigNumber, { message: 'of the app', fix: 'fix it' });
    expect(finishDiagnostics(compiledWith(), { compiled: [ofApp], found: [] })).toEqual([ofApp]);
  });

  it('leave out what is excepted, and report an exception that matches nothing', () => {
    const excepted = compiledWith([['FX618', { ...at, reason: 'it is printed whole' }]]);
    expect(finishDiagnostics(excepted, { compiled: [], found })).toEqual([]);
    expect(codesOf(finishDiagnostics(excepted, { compiled: [], found: [] }))).toEqual(['FX626']);
  });

  it('report no unmatched exception of a cluster that was made in part', () => {
    const partial = compiledWith([['FX618', { ...at, reason: 'it is printed whole' }]], true);
    expect(finishDiagnostics(partial, { compiled: [], found: [] })).toEqual([]);
  });

  it('judge no value that YAML cannot carry', () => {
    const place = { ...at, path: 'data.a' };
    const judged = diagnose(objectSchema, { message: 'is not text', at: place, fix: 'give text' });
    const unprintable = [diagnose(unprintableValue, { message: 'is a symbol', at: place, fix: 'give data' })];
    const told = finishDiagnostics(compiledWith(), { compiled: [], found: [judged], printed: { unprintable } });
    expect(codesOf(told)).toEqual(['FX311']);
  });

  it('name the line of the tree where the API server would refuse an object', () => {
    const refused = diagnose(objectSchema, { message: 'is not text', at, fix: 'give text' });
    const printed = { unprintable: [], treePlaceOf: () => 'k8s/a.yaml:3' };
    const notes = finishDiagnostics(compiledWith(), { compiled: [], found: [...found, refused], printed }).map(
      (one) => [one.code, one.notes.some((note) => note.endsWith('k8s/a.yaml:3'))],
    );
    expect(notes).toEqual([
      ['FX618', false],
      ['FX315', true],
    ]);
  });
});

describe('the diagnostics of applied objects', () => {
  it('are excepted too, and say nothing of the exceptions', () => {
    const excepted = compiledWith([
      ['FX618', { ...at, reason: 'it is printed whole' }],
      ['FX602', { ...at, reason: 'it matches nothing' }],
      ['FX302', { ...at, reason: 'it cannot be excepted' }],
    ]);
    expect(finishApplied(excepted, found)).toEqual([]);
    expect(finishApplied(compiledWith(), found)).toEqual([{ ...found[0], at: { cluster: 'dev', ...at } }]);
  });
});

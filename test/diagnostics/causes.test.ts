import type { Diagnostic } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { findCauses, withCauses } from '../../src/diagnostics/causes.js';
import { printDiagnostics } from '../../src/diagnostics/print.js';
import type { Ties } from '../../src/diagnostics/ties.js';

const problem = (message: string, ties: Ties | undefined, more: Partial<Diagnostic> = {}): Diagnostic => ({
  code: 'FX203',
  name: 'some-problem',
  severity: 'error',
  message,
  at: { cluster: 'dev', addon: 'web' },
  notes: [],
  fix: 'fix it',
  ...(ties === undefined ? {} : { ties }),
  ...more,
});

const inClusters = (clusters: readonly string[], ...all: readonly Diagnostic[]): readonly Diagnostic[] =>
  clusters.flatMap((cluster) => all.map((one) => ({ ...one, at: { ...one.at, cluster } })));

const causesOf = (all: readonly Diagnostic[]) =>
  Object.fromEntries([...findCauses(all)].map(([one, cause]) => [one.message, cause.message]));

const missing = problem('nothing provides it', { same: 'capability store', causes: ['waits web'] });
const order = problem('it does not wait', { follows: ['waits web'] });
const alone = problem('another mistake', undefined);

describe('a problem that follows from another one', () => {
  it('is found in any order, and with others that say the same', () => {
    const twin = problem('nothing provides it for api', { same: 'capability store', causes: ['waits api'] });
    const far = problem('api does not wait', { follows: ['waits api'] });
    const found = {
      'it does not wait': 'nothing provides it',
      'nothing provides it for api': 'nothing provides it',
      'api does not wait': 'nothing provides it',
    };
    expect(causesOf([missing, order, alone, twin, far])).toEqual(found);
    expect(causesOf([far, order, missing, alone, twin])).toEqual(found);
  });

  it('takes those with it that say the same', () => {
    const first = problem('a names x', { same: 'object x', follows: ['waits web'] });
    const second = problem('b names x', { same: 'object x' });
    expect(causesOf([first, second])).toEqual({ 'b names x': 'a names x' });
    expect(causesOf([first, second, missing])).toEqual({
      'a names x': 'nothing provides it',
      'b names x': 'nothing provides it',
    });
  });

  it('stands alone without its cause, in another cluster, and beside a milder one', () => {
    expect(causesOf([order, alone])).toEqual({});
    expect(causesOf([{ ...missing, at: { cluster: 'prod' } }, order])).toEqual({});
    expect(causesOf([{ ...missing, severity: 'notice' }, order])).toEqual({});
    expect(causesOf([{ ...missing, severity: 'warning' }, missing])).toEqual({});
  });

  it('never makes a circle', () => {
    const both = (message: string, of: string, other: string) =>
      problem(message, { causes: [`by ${of}`], follows: [`by ${other}`] });
    expect(causesOf([both('a', 'a', 'b'), both('b', 'b', 'a')])).toEqual({});
  });
});

describe('the print of what follows from a problem', () => {
  it('has it under its cause, on one line, once for all clusters', () => {
    const { text, counts } = printDiagnostics(inClusters(['dev', 'prod', 'qa'], missing, order, alone));
    expect(text).toBe(`error FX203 some-problem: nothing provides it
  at   dev/web
  note and in 2 more clusters: prod, qa
  fix  fix it
  because of this:
    error FX203 some-problem: it does not wait (web)

error FX203 some-problem: another mistake
  at   dev/web
  note and in 2 more clusters: prod, qa
  fix  fix it

`);
    expect(counts).toBe('2 errors (1 more because of them)');
  });

  it('names the clusters where not all have it, and the objects', () => {
    const all = [
      ...inClusters(['dev', 'prod'], missing),
      ...['a', 'b'].map((name) => ({ ...order, at: { cluster: 'prod', addon: 'web', object: `Secret/${name}` } })),
    ];
    const { text, counts } = printDiagnostics(all);
    expect(text).toContain(
      '    error FX203 some-problem: it does not wait (web/Secret/a, web/Secret/b; only in prod)\n',
    );
    expect(counts).toBe('1 error (2 more because of it)');
  });

  it('hides nothing: whatever is given is printed', () => {
    const all = inClusters(['dev', 'prod'], missing, order, alone, problem('last', { follows: ['something else'] }));
    const { text } = printDiagnostics(all);
    for (const { message } of all) expect(text).toContain(message);
  });
});

describe('many problems of one kind', () => {
  const far = (name: string, cluster = 'dev') =>
    problem(
      `${name} is not compared`,
      { alike: 'resources are not compared: they are far away' },
      {
        severity: 'notice',
        at: { cluster, file: `apps/${name}.yaml:3` },
      },
    );

  it('are told by their number, beside the others', () => {
    const all = [far('a'), alone, far('b'), far('c'), far('c')];
    const { text, counts } = printDiagnostics(all);
    expect(text).toBe(`notice FX203 some-problem: 4 resources are not compared: they are far away
  at   dev
  note in apps/a.yaml, apps/b.yaml, apps/c.yaml
  fix  fix it

error FX203 some-problem: another mistake
  at   dev/web
  fix  fix it

`);
    expect(counts).toBe('1 error, 1 notice');
    expect(withCauses(all)).toHaveLength(5);
  });

  it('are told one by one where they are two, or of different kinds', () => {
    expect(printDiagnostics([far('a'), far('b'), { ...far('c'), severity: 'error' }]).counts).toBe(
      '1 error, 2 notices',
    );
    expect(printDiagnostics([far('a'), far('b'), far('c', 'prod')]).counts).toBe('3 notices');
  });
});

describe('a problem of several clusters that names its cluster', () => {
  const named = (cluster: string, name = cluster): Diagnostic =>
    problem(`cluster "${name}" has it`, undefined, {
      at: { cluster, file: `k8s/clusters/${name}/web.yaml` },
      fix: `run npx fluxspan handover --cluster ${name}: it helps`,
    });

  it('is told once, with a command for all of them', () => {
    const { text, counts } = printDiagnostics([named('dev'), named('prod')]);
    expect([text.match(/^error/gm)?.length, counts]).toEqual([1, '1 error']);
    expect(text).toContain('handover --cluster dev --cluster prod: it helps');
    expect(text).toContain('note and in 1 more cluster: prod\n');
  });

  it('is told twice where it is about something else that is called so', () => {
    const addon = (cluster: string) =>
      problem(`addon "${cluster}" has it`, undefined, { at: { cluster, addon: cluster } });
    expect(printDiagnostics([addon('dev'), addon('prod')]).counts).toBe('2 errors');
    expect(printDiagnostics([named('dev'), named('prod', 'prod-2')]).counts).toBe('2 errors');
  });
});

it('tells programs of every problem, and what it follows from', () => {
  const [cause, first, other] = withCauses([missing, order, alone]);
  expect(first).toEqual({
    code: 'FX203',
    name: 'some-problem',
    severity: 'error',
    message: 'it does not wait',
    at: { cluster: 'dev', addon: 'web' },
    notes: [],
    fix: 'fix it',
    cause: { code: 'FX203', message: 'nothing provides it', at: { cluster: 'dev', addon: 'web' } },
  });
  expect([cause, other].map((one) => Object.hasOwn(one!, 'cause') || Object.hasOwn(one!, 'ties'))).toEqual([
    false,
    false,
  ]);
});

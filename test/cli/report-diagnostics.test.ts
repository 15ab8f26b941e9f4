import type { Diagnostic } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import type { Io } from '../../src/cli/command.js';
import { reportDiagnostics } from '../../src/cli/report-diagnostics.js';

const problemOf = (cluster: string, more: Partial<Diagnostic> = {}): Diagnostic => ({
  code: 'FX605',
  name: 'crd-provider',
  severity: 'error',
  message: 'it comes too early',
  at: { cluster, addon: 'web' },
  notes: [],
  fix: 'move it',
  ...more,
});

const run = (
  diagnostics: readonly Diagnostic[],
  ...[values, options]: [object?, Parameters<typeof reportDiagnostics>[3]?]
) => {
  const written = { stdout: '', stderr: '' };
  const streamOf = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const io = { stdout: streamOf('stdout'), stderr: streamOf('stderr') } as unknown as Io;
  return { ...reportDiagnostics(diagnostics, { values: { ...values } }, io, options), ...written };
};

describe('the report of a command', () => {
  it('tells once what is wrong in several clusters, and counts it once', () => {
    const { code, counts, stdout, stderr } = run([problemOf('dev'), problemOf('prod')]);
    expect([code, counts, stdout]).toEqual([1, '1 error', '']);
    expect(stderr).toBe(
      'error FX605 crd-provider: it comes too early\n  at   dev/web\n  note and in 1 more cluster: prod\n  fix  move it\n\n',
    );
  });

  it('has each of them in JSON, among the members of the command', () => {
    const diagnostics = [problemOf('dev'), problemOf('prod')];
    const { stdout, stderr, isJson } = run(
      diagnostics,
      { json: true },
      { fields: () => ({ step: 'first' }), fieldsAfter: () => ({ milliseconds: 1 }) },
    );
    expect([isJson, stderr]).toEqual([true, '']);
    expect(Object.entries(JSON.parse(stdout) as object)).toEqual([
      ['ok', false],
      ['step', 'first'],
      ['diagnostics', diagnostics],
      ['milliseconds', 1],
    ]);
  });

  it('fails at an error, or where the command says so', () => {
    expect(run([])).toMatchObject({ code: 0, counts: '', stderr: '' });
    expect(run([problemOf('dev', { severity: 'warning' })])).toMatchObject({ code: 0, counts: '1 warning' });
    expect(run([], {}, { fails: true })).toMatchObject({ code: 1, stderr: '' });
  });
});

import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/index.js';
import { identityOf, sortDiagnostics } from '../../src/diagnostics/sort-diagnostics.js';

const problem = (more: Partial<Diagnostic>): Diagnostic => ({
  code: 'FX203',
  name: 'some-problem',
  severity: 'error',
  message: 'nothing provides it',
  at: { cluster: 'dev', addon: 'web' },
  notes: [],
  fix: 'fix it',
  ...more,
});

describe('the identity of a diagnostic', () => {
  it('is its place, its code and its message', () => {
    const one = problem({});
    const others = [
      problem({ message: 'nothing provides that' }),
      problem({ code: 'FX204' }),
      problem({ at: { cluster: 'prod', addon: 'web' } }),
      problem({ at: { cluster: 'dev', addon: 'web', path: 'spec' } }),
    ];
    expect(new Set([one, ...others].map(identityOf)).size).toBe(5);
  });

  it('is not what each finder adds', () => {
    const at = { cluster: 'dev', addon: 'web', source: 'src/app.ts:8' };
    expect(identityOf(problem({ at, notes: ['as the root applies it'], fix: 'fix that' }))).toBe(
      identityOf(problem({})),
    );
  });
});

describe('sorted diagnostics', () => {
  it('are in the order of their places, each once, the last one found', () => {
    const first = problem({ notes: ['found first'] });
    const last = problem({ notes: ['found last'] });
    const earlier = problem({ at: { cluster: 'dev', addon: 'api' } });
    expect(sortDiagnostics([first, earlier, last])).toEqual([earlier, last]);
  });
});

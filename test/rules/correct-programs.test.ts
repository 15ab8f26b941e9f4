import { describe, expect, it } from 'vitest';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { correctPrograms, runProgram } from './correct-programs.js';

describe('programs that are right', () => {
  it('are 200, each with a name and the page that it follows', () => {
    expect(correctPrograms.length).toBeGreaterThanOrEqual(200);
    expect(new Set(correctPrograms.map(({ name }) => name)).size).toBe(correctPrograms.length);
    expect(correctPrograms.filter(({ follows }) => !/^https:\/\/\S+$/.test(follows))).toEqual([]);
  });

  it.each(correctPrograms.map((program) => [program.name, program] as const))('%s', (_, program) => {
    const { advice = [] } = program;
    const found = runProgram(program);
    const unexpected = found.filter(({ code, severity }) => severity === 'error' || !advice.includes(code));
    expect(unexpected.map(printDiagnostic).join('\n')).toBe('');
    expect([...new Set(found.map(({ code }) => code))].sort()).toEqual(advice);
  });
});

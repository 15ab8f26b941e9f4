import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeInput } from '../../src/contract/describe.js';
import type { Diagnostic } from '../../src/diagnostics/index.js';

const said = (schema: z.core.$ZodType): readonly string[] => {
  const problems: Diagnostic[] = [];
  describeInput(schema, 'vars', 'vars.TF_A', (problem) => problems.push(problem));
  return problems.flatMap(({ message, fix }) => [message, fix]);
};

describe('a check that the contract cannot carry', () => {
  it.each([
    [z.number().gt(2), '.gt(2)'],
    [z.number().lt(4), '.lt(4)'],
    [z.number().positive(), '.positive()'],
    [z.number().negative(), '.negative()'],
    [z.number().multipleOf(5), '.multipleOf(5)'],
    [z.string().min(1), '.min(1)'],
    [z.string().length(4), '.length(4)'],
    [z.string().startsWith('a'), '.startsWith()'],
    [z.string().trim(), 'a method that changes the text, such as .trim()'],
    [z.boolean().refine(() => true), '.refine()'],
  ])('is called as it is written: %#', (schema, method) => {
    const [message, fix] = said(schema);
    expect(message).toBe(`infra input "vars.TF_A" has ${method}, which the contract cannot carry`);
    expect(fix).toContain(`leave ${method} out`);
  });

  it('comes with what can be written instead, and that can be carried', () => {
    expect(said(z.string().min(2))[1]).toBe('write .regex(/^.{2,}$/) with an example instead, or leave .min(2) out');
    expect(
      said(
        z
          .string()
          .regex(/^.{2,}$/)
          .meta({ examples: ['ab'] }),
      ),
    ).toEqual([]);
    expect(said(z.number().gt(1))[1]).toBe(
      'write z.literal([…]) with the numbers that are meant instead, or leave .gt(1) out',
    );
    expect(said(z.int().min(1).max(9))).toEqual([]);
    expect(said(z.literal([1, 2]))).toEqual([]);
  });
});

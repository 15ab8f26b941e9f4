import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { optionProblem } from '../../src/addon/option-problem.js';

const problemOf = (schema: z.ZodType, given: unknown) =>
  optionProblem('web', z.safeParse(schema, given).error!.issues[0]!, given);

describe('a problem of an option', () => {
  it.each([
    [{ ports: [80, '81'] }, 'ports[1]'],
    [{ labels: { team: 1 } }, 'labels.team'],
    [{ labels: { 'example.org/team': 1 } }, 'labels["example.org/team"]'],
  ])('has the path as every diagnostic prints it: %j', (given, path) => {
    const schema = z.object({ ports: z.array(z.number()), labels: z.record(z.string(), z.string()) }).partial();
    expect(problemOf(schema, given)).toMatchObject({
      path,
      message: `option "${path}" of addon "web" cannot be ${JSON.stringify(Object.values(Object.values(given)[0]!).at(-1))}`,
    });
  });

  it('of them all has none', () => {
    expect(problemOf(z.object({}), 1)).toMatchObject({ path: '', message: 'the options of addon "web" cannot be 1' });
  });
});

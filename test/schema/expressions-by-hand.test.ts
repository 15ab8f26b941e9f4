import { expect, it } from 'vitest';
import { expressionCases } from './expression-cases.js';
import { ourVerdict } from './verdict.js';

const cases = expressionCases();

it.each(cases.map(({ label, refused, object }) => [label, { refused, object }] as const))(
  "has the API server's verdict on expressions: %s",
  (_, { refused, object }) => {
    const verdict = ourVerdict(object);
    expect({ refused: !verdict.accepted, words: verdict.words }).toMatchObject({ refused });
  },
);

it('has expressions that are right, and many that are not', () => {
  expect(cases.filter(({ refused }) => refused).length).toBeGreaterThan(120);
  expect(cases.filter(({ refused }) => !refused).length).toBeGreaterThan(50);
});

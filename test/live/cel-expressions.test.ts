import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expressionCases } from '../schema/expression-cases.js';
import { ourVerdict, samePlace } from '../schema/verdict.js';
import { type Ask, openAsk } from './ask.js';
import { type ControlPlane, startControlPlane } from './control-plane.js';
import { runsAll } from './describe-live.js';

const skip = inject('skipLive') || (runsAll ? '' : 'only with --all');

describe.skipIf(skip !== '')(
  skip === ''
    ? 'the CEL expressions of policies and CRDs'
    : `the CEL expressions of policies and CRDs (skipped: ${skip})`,
  () => {
    let plane: ControlPlane;
    let server: Ask;
    beforeAll(async () => {
      plane = await startControlPlane();
      server = openAsk(plane.kubeconfig());
    });
    afterAll(async () => {
      server?.close();
      await plane?.stop();
    });

    it('are judged as the API server judges them, at the same place', async () => {
      const cases = expressionCases();
      const verdicts = await server.askAll(cases.map(({ object }) => object));
      const differing = cases.filter(({ refused }, index) => verdicts[index]!.accepted === refused);
      expect(differing.map(({ label }) => label)).toEqual([]);
      const elsewhere = cases.filter(
        ({ refused, object }, index) => refused && !samePlace(ourVerdict(object), verdicts[index]!),
      );
      // The API server leaves out the index of the rule.
      expect(elsewhere.map(({ label }) => label)).toEqual(['mutation for deletions']);
    });
  },
);

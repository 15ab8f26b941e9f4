import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { crdWithRule, refusedRules, takenRules } from '../schema/crd/typed-rules.js';
import type { Json } from '../schema/mutations.js';
import { nativeCases } from '../schema/native/native-cases.js';
import { samePlace } from '../schema/verdict.js';
import { type Ask, openAsk } from './ask.js';
import { type ControlPlane, startControlPlane } from './control-plane.js';

const skip = inject('skipLive');

describe.skipIf(skip !== '')(
  skip === '' ? 'the rules that Kubernetes has in Go' : `the rules that Kubernetes has in Go (skipped: ${skip})`,
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

    it('are those of the API server: it takes each good object, and refuses each bad one', async () => {
      const cases = nativeCases();
      const good = await server.askAll(cases.map((one) => one.good as unknown as Json));
      const bad = await server.askAll(cases.map((one) => one.bad as unknown as Json));
      const differing: string[] = [];
      const elsewhere: string[] = [];
      for (const [index, { label, server: place }] of cases.entries()) {
        const [takes, refuses] = [good[index]!, bad[index]!];
        // What isn't in this cluster (a ServiceAccount, a PriorityClass) is asked for before the rules are.
        if (takes.ofCluster === true || refuses.ofCluster === true) continue;
        if (!takes.accepted) differing.push(`${label}: the good object is refused: ${takes.words.join(' ')}`);
        if (refuses.accepted) differing.push(`${label}: the bad object is taken`);
        else if (!refuses.paths.includes(place) && !samePlace({ ...refuses, paths: [place] }, refuses)) {
          elsewhere.push(`${label}: refused at ${refuses.paths.join(', ')}`);
        }
      }
      expect(differing).toEqual([]);
      // The API server leaves indexes out at times, or names what it makes of a field.
      expect(elsewhere.length, elsewhere.join('\n')).toBeLessThan(cases.length / 20);
    });

    it('judge the types of rules in the schema of a CRD as fluxspan does', async () => {
      const verdicts = (rules: readonly string[]) => server.askAll(rules.map((rule) => crdWithRule(rule)));
      const [taken, refused] = [await verdicts(takenRules), await verdicts(refusedRules)];
      expect(takenRules.filter((_, index) => !taken[index]!.accepted)).toEqual([]);
      expect(refusedRules.filter((_, index) => refused[index]!.accepted)).toEqual([]);
    });
  },
);

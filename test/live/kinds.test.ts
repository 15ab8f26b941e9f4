import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { agreementOf, type Judged, printAgreement } from '../schema/compare-verdicts.js';
import { kindCorpus } from '../schema/kind-corpus.js';
import { openMistakes } from '../schema/mistakes.js';
import { ourVerdict } from '../schema/verdict.js';
import { type Ask, openAsk } from './ask.js';
import { type ControlPlane, startControlPlane } from './control-plane.js';
import { runsAll } from './describe-live.js';

/** Seeds whose mistakes rules are written from, and one whose mistakes nobody looks at. */
const SEEDS = runsAll ? [1, 2, 3, 4, 5, 6] : [1];
const HELD_OUT = 20261122;
const PER_OBJECT = runsAll ? 60 : 20;

/** What the API server takes and no controller can use: each refusal is right all the same, and docs/diagnostics.md says so. */
const HARM: readonly (readonly [RegExp, RegExp])[] = [
  // The Jobs that it makes would be refused.
  [/^CronJob/, /^spec\.jobTemplate\.metadata\.labels/],
  // The number wraps to a negative one.
  [/^PriorityClass/, /^value$/],
  // No metric is ever found.
  [/^HorizontalPodAutoscaler/, /^spec\.metrics\[\d+\]\.\w+\.metric\.selector/],
];
const isHarmAllTheSame = ({ object, ours }: Judged): boolean =>
  HARM.some(
    ([kind, path]) =>
      kind.test((object as unknown as { kind: string }).kind) && ours.paths.every((one) => path.test(one)),
  );

const wordsOf = ({ label, ours }: Judged): string => `${label}: ${ours.words[0]}`;

const skip = inject('skipLive');

describe.skipIf(skip !== '')(
  skip === '' ? 'built-in kinds and the real API server' : `built-in kinds (skipped: ${skip})`,
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

    const judge = async (seed: number): Promise<readonly Judged[]> => {
      const makeMistake = openMistakes(kindCorpus, seed);
      const mistakes = kindCorpus.flatMap((object) =>
        Array.from({ length: PER_OBJECT }, () => makeMistake(object)).filter((one) => one !== undefined),
      );
      const theirs = await server.askAll(mistakes.map(({ object }) => object));
      return mistakes.map((one, index) => ({ ...one, ours: ourVerdict(one.object), theirs: theirs[index]! }));
    };

    it('takes what fluxspan takes of a rich set of objects', async () => {
      const theirs = await server.askAll(kindCorpus);
      const refused = kindCorpus.flatMap((object, index) => [
        ...(theirs[index]!.accepted ? [] : [theirs[index]!.words]),
        ...ourVerdict(object).words,
      ]);
      expect(refused).toEqual([]);
    });

    it.each([...SEEDS, HELD_OUT])('agrees on the mistakes of seed %i', async (seed) => {
      const judged = await judge(seed);
      const { refused, refusedToo, falseRefusals } = agreementOf(judged);
      // The gaps of the seed that is held out stay unseen.
      console.log(printAgreement(judged, seed === HELD_OUT ? 0 : 40));
      expect(falseRefusals.filter((one) => !isHarmAllTheSame(one)).map(wordsOf)).toEqual([]);
      expect(refusedToo / refused).toBeGreaterThan(0.95);
    });
  },
);

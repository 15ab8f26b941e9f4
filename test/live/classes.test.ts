import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { upstreamExamples } from '../constructs/upstream/examples.js';
import { samplesOf } from '../schema/class-samples.js';
import { classesOf, groupsOfClasses } from '../schema/kind-classes.js';
import type { Json } from '../schema/mutations.js';
import { type Ask, openAsk } from './ask.js';
import { type ControlPlane, startControlPlane } from './control-plane.js';
import { crdsOf, groupsOfOperators } from './crds.js';
import { runsAll } from './describe-live.js';

/** Those whose samples are asked about in each run; all others with `--all`. */
const CORE = [
  'cert-manager.io',
  'image.toolkit.fluxcd.io',
  'notification.toolkit.fluxcd.io',
  'source.toolkit.fluxcd.io',
];

const skip = inject('skipLive');

/** `HTTPRoute/3`, with what the server says of it. */
interface Refusal {
  readonly sample: string;
  readonly words: readonly string[];
  readonly object: Json;
}

describe.skipIf(skip !== '')(skip === '' ? 'the generated classes' : `the generated classes (skipped: ${skip})`, () => {
  let plane: ControlPlane;
  let server: Ask;

  beforeAll(async () => {
    plane = await startControlPlane();
    server = openAsk(plane.kubeconfig());
    // Some classes are of Kubernetes' own kinds, which no CRD brings.
    await plane.api.apply(...crdsOf(groupsOfClasses.filter((group) => groupsOfOperators.includes(group))));
  });
  afterAll(async () => {
    server?.close();
    await plane?.stop();
  });

  it.each(groupsOfClasses.filter((group) => runsAll || CORE.includes(group)))(
    'of %s make objects that the API server takes',
    async (group) => {
      const refused: Refusal[] = [];
      for (const Class of await classesOf(group)) {
        const { objects, left } = samplesOf(Class);
        expect({ [Class.name]: left }).toEqual({ [Class.name]: {} });
        expect(objects.length).toBeGreaterThan(0);
        const verdicts = await server.askAll(objects);
        for (const [index, { accepted, words }] of verdicts.entries()) {
          if (!accepted) refused.push({ sample: `${Class.name}/${index}`, words, object: objects[index]! });
        }
      }
      expect(refused).toEqual([]);
    },
  );

  it('make the examples of upstream projects, which the API server takes', async () => {
    for (const name of ['flux-system', 'sandbox', 'web']) {
      await plane.api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    }
    const verdicts = await server.askAll(upstreamExamples.flatMap(({ made }) => made as readonly Json[]));
    expect(verdicts.flatMap(({ words }) => words)).toEqual([]);
    expect(verdicts.length).toBeGreaterThan(30);
  });

  it('make objects that it refuses with one field more', async () => {
    const [Class] = await classesOf('notification.toolkit.fluxcd.io');
    const [object] = samplesOf(Class!).objects as readonly { readonly spec: object }[];
    const { accepted, words } = await server.ask({
      ...object,
      spec: { ...object!.spec, unheard: 1 },
    } as unknown as Json);
    expect([accepted, words[0]]).toEqual([false, expect.stringContaining('unheard')]);
  });
});

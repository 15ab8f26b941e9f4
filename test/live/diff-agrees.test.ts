import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/index.js';
import { diffJson } from '../../src/diff/print/diff-json.js';
import { type DiffRequest, runDiff } from '../../src/diff/run-diff.js';
import { exampleInfra } from '../../src/terraform/example-infra.js';
import { planApp } from '../../src/tree/plan-app.js';
import { Repository } from '../changes/repository.js';
import { finish, handover, synth } from '../changes/synth.js';
import { write } from '../diff/diff-of.js';
import { appliedObjects } from './applied-objects.js';
import { appOfDay, type Day } from './day-two.js';
import { type Change, changes, firstDay, type Way } from './day-two-changes.js';
import { describeLive } from './describe-live.js';
import { agreement, type DiffObject, readDiff } from './diff-agreement.js';
import { kustomizations } from './flux-kinds.js';
import type { KubeObject } from './kube-object.js';
import { kubectlDiff, missingKubectl } from './kubectl-diff.js';
import { keyOfObject, type Observed, observe } from './observe-change.js';
import { platformCrds } from './platform.js';
import { exampleVars, planTerraformObjects } from './terraform-objects.js';
import type { Tree } from './tree.js';

describeLive(
  'what diff says of twenty changes',
  (live) => {
    const repository = new Repository();
    afterAll(() => repository.remove());
    let day: Day = firstDay;
    let yesterday: Day = firstDay;
    let before: Observed;

    const contractOf = (of: Day) =>
      planApp(appOfDay(of)).compiled.find(({ cluster }) => cluster.name === 'dev')!.contract;
    const committed = (): Tree => repository.files('k8s');
    const ofDev = (tree: Tree): Tree =>
      Object.fromEntries(Object.entries(tree).filter(([path]) => path.split('/')[2] === 'dev'));
    const look = () => {
      const addresses = Object.entries(live().redirects()).map(([url, here]) => [here, url]);
      return observe(live(), Object.fromEntries(addresses));
    };
    const vars = (of: Day, change?: Change) => ({ ...exampleVars(contractOf(of)), ...change?.vars });
    const ask = async (request: DiffRequest, of: Day): Promise<readonly DiffObject[]> => {
      const app = appOfDay(of);
      const plan = request.kind === 'revisions' && request.to !== undefined ? undefined : planApp(app);
      const result = await runDiff(app, plan, { folder: repository.folder, request, clusters: [] });
      expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      return readDiff(diffJson(result), 'dev');
    };
    /** Waits until nothing changes any more. */
    const settle = async (): Promise<Observed> => {
      let last = await look();
      for (;;) {
        await sleep(1_000);
        const now = await look();
        const text = ({ applied, values, revisions }: Observed) =>
          JSON.stringify([
            [...applied.values()].map(({ metadata }) => [metadata.uid, metadata.generation]),
            [...values],
            [...revisions],
          ]);
        if (text(now) === text(last)) return now;
        last = now;
      }
    };
    const push = async (): Promise<string> =>
      live().applyTree(await live().serveSources(ofDev(committed()), platformCrds));
    const failing = (commit: string) =>
      live().until('a Kustomization fails at this commit', async () =>
        (await live().list(kustomizations)).some(({ status }) => {
          const ready = status?.conditions?.find(({ type }) => type === 'Ready');
          return ready?.status === 'False' && String(status?.['lastAttemptedRevision']).endsWith(commit);
        }),
      );
    /** What diff and kubectl said before, and what happened. */
    const compare = async (said: readonly DiffObject[], objects: readonly KubeObject[], act: () => Promise<void>) => {
      const { pairs, problems } = askKubectl(said, objects);
      await act();
      const after = await settle();
      const found = agreement(said, before, after, pairs);
      before = after;
      return [...problems, ...found];
    };
    const askKubectl = (said: readonly DiffObject[], objects: readonly KubeObject[]) => {
      const { kubeconfig } = live();
      // kubectl forces no update, and the first that is refused ends its whole comparison.
      const refused = said.filter(({ isRefused, change }) => isRefused || change === 'replace').map(({ key }) => key);
      // What doesn't exist yet may lack its namespace or its CRD.
      const known = objects.filter((one) => before.applied.has(keyOfObject(one)));
      const [alone, others] = [true, false].map((is) =>
        known.filter((one) => refused.includes(keyOfObject(one)) === is),
      );
      const taken = alone!.filter((one) => !/is invalid|Forbidden/i.test(kubectlDiff(kubeconfig, [one]).refusal));
      const { pairs, refusal } = kubectlDiff(kubeconfig, others!);
      const problems = [
        ...taken.map((one) => `diff says refused, and kubectl diff doesn't: ${keyOfObject(one)}`),
        ...(refusal === '' ? [] : [`kubectl diff fails: ${refusal}`]),
      ];
      return { pairs, problems };
    };
    const applied = async (change?: Change) => {
      const here = await live().serveSources(ofDev(committed()), platformCrds);
      return appliedObjects(here, 'dev', vars(day, change));
    };

    it('starts', async () => {
      // Flux reads an index of charts once an hour: those of the upgrades are in it from the start.
      for (const { day: next } of changes) {
        day = next(day);
        write(repository, appOfDay(day));
        await live().serveSources(ofDev(committed()), platformCrds);
      }
      day = firstDay;
      write(repository, appOfDay(day));
      repository.publish('the first day');
      await live().apply(...planTerraformObjects(contractOf(day)));
      await push();
      await live().untilReady({ timeout: 240_000 });
      before = await settle();
    }, 400_000);

    /** One commit of what `write` writes: diff between the two revisions, then Flux. */
    const commit = async (title: string, wait: (commit: string) => Promise<unknown>) => {
      repository.publish(title);
      const said = await ask({ kind: 'revisions', from: 'HEAD~1', to: 'HEAD' }, day);
      return { said, problems: await compare(said, await applied(), async () => void (await wait(await push()))) };
    };
    const ready = () => live().untilReady({ timeout: 240_000 });
    const ways: Readonly<Record<Way, (change: Change) => Promise<readonly string[]>>> = {
      async commit({ title, isSilent = false }) {
        const app = appOfDay(day);
        const said = await ask({ kind: 'revisions', from: undefined, to: undefined }, day);
        expect(errorsOf(await synth(repository, app))).toEqual([]);
        const done = await commit(title, ready);
        // Between two revisions it says the same as before the commit.
        expect(done.said).toEqual(said);
        expect(said.length > 0, 'diff says something').toBe(!isSilent);
        return done.problems;
      },
      async handover({ title }) {
        const first = handover(repository, appOfDay(day));
        expect(errorsOf(first)).toEqual([]);
        const { problems } = await commit(`${title}: lets go`, ready);
        expect(errorsOf(finish(repository, appOfDay(day)))).toEqual([]);
        const second = await commit(`${title}: takes over`, ready);
        expect(second.said.map(({ change }) => change)).toContain('newOwner');
        return [...problems, ...second.problems];
      },
      async refused({ title }) {
        expect(errorsOf(await synth(repository, appOfDay(day)))).toEqual(['FX520']);
        write(repository, appOfDay(day));
        const { said, problems } = await commit(title, failing);
        expect(said.map(({ isRefused }) => isRefused)).toContain(true);
        day = yesterday;
        write(repository, appOfDay(day));
        repository.publish(`${title}: taken back`);
        await push();
        await ready();
        before = await settle();
        return problems;
      },
      async inputs(change) {
        const contract = contractOf(day);
        const [from, to] = [exampleInfra(contract), exampleInfra(contract)];
        Object.assign(to.vars, change.vars);
        for (const [release, values] of Object.entries(change.values ?? {}))
          Object.assign(to.values[release] as object, values);
        const file = (name: string, infra: object) => ({ name, bytes: Buffer.from(JSON.stringify(infra)) });
        const said = await ask({ kind: 'inputs', cluster: 'dev', from: file('old', from), to: file('new', to) }, day);
        expect(said).not.toEqual([]);
        const give = async (infra: ReturnType<typeof exampleInfra>) => {
          await live().apply(...planTerraformObjects(contract).map((one) => withInputs(one, infra)));
          await sleep(3_000);
          await ready();
        };
        const problems = await compare(said, await applied(change), () => give(to));
        await give(from);
        before = await settle();
        return problems;
      },
    };

    for (const change of changes) {
      it(`agrees on ${change.title}`, async () => {
        yesterday = day;
        day = change.day(day);
        const way = change.way ?? 'commit';
        if (way !== 'inputs') await live().apply(...planTerraformObjects(contractOf(day)));
        expect(await ways[way](change)).toEqual([]);
      }, 400_000);
    }
  },
  { long: true, missing: missingKubectl() },
);

const errorsOf = ({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }): readonly string[] =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);

/** A ConfigMap of Terraform with other inputs in it. */
const withInputs = (
  object: ReturnType<typeof planTerraformObjects>[number],
  infra: ReturnType<typeof exampleInfra>,
) => {
  const { data, metadata } = object;
  if (data === undefined) return object;
  const release = Object.keys(infra.values).find((one) => metadata.name === `${one}-values-terraform`);
  const next =
    release === undefined
      ? Object.fromEntries(Object.keys(data).map((key) => [key, String(infra.vars[key] ?? data[key])]))
      : Object.fromEntries(Object.keys(data).map((key) => [key, JSON.stringify(infra.values[release])]));
  return { ...object, data: next };
};

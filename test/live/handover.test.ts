import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { allowedDifferences } from '../reference/allowed-differences.js';
import type { Run } from '../support/run.js';
import { comeUp } from './come-up.js';
import { describeLive } from './describe-live.js';
import { helmReleases, kustomization, kustomizations } from './flux-kinds.js';
import { HandoverClone } from './handover-clone.js';
import { holdOthers, holdRoot } from './hold-back.js';
import { platformCrds, readPlatform, servePlatform } from './platform.js';
import type { Tree } from './tree.js';
import { lostBetween, readUids, type Uids } from './uids.js';

/** What the new tree no longer has: patterns of `Kind namespace/name`. */
const removed = allowedDifferences.filter(({ path }) => path === '(removed)');
const platform = readPlatform('dev');

/** Of the tree that was written by hand: two go, and two of the new tree have the names of the others. */
const going = ['addons', 'crds'];
const staying = ['alb-controller', 'karpenter'];

/** The commands of the walk, block by block. */
const commandsIn = (page: string): string[][] => {
  const section = page.slice(
    page.indexOf('## From a tree that was written by hand'),
    page.indexOf('## When handover refuses'),
  );
  return [...section.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
};

describeLive(
  'a platform that was written by hand, taken over',
  (live) => {
    const clone = new HandoverClone();
    afterAll(() => clone.repository.remove());
    const trees: Record<'byHand' | 'first' | 'second' | 'upgraded', Tree> = {
      byHand: clone.tree(),
      first: {},
      second: {},
      upgraded: {},
    };
    let before: Uids;
    /** How many deletions there were before. */
    let earlier = 0;
    /** Lines of the plan: `- Kustomization/crds in flux-system (flux-system)`. */
    let plan: readonly string[] = [];

    const apply = async (tree: Tree) => live().applyTree(await live().serveSources(tree, platformCrds));
    const blocks = commandsIn(readFileSync(new URL('../../docs/handover.md', import.meta.url), 'utf8'));
    /** Runs the next commands of the page. Gives what each has printed. */
    const walk = (...expected: readonly string[]): readonly Run[] => {
      const commands = blocks.shift() ?? [];
      expect(commands.map((command) => command.replace(/ .*/, ''))).toEqual(expected);
      return commands.map((command) => {
        const run = clone.run(command, live().kubeconfig);
        expect(run, `${command}\n${run.stderr}`).toMatchObject({ code: 0 });
        return run;
      });
    };
    const merge = () => {
      clone.merge();
      return clone.tree();
    };
    const planOf = (stdout: string) =>
      stdout.split('\n').flatMap((line) => (/^ {2}[-+~→±○] /.test(line) ? [line.slice(2)] : []));

    /** The names and namespaces in the plan's lines of one mark, as `Kind/namespace/name`. */
    const named = (mark: string) =>
      plan.flatMap((line) => {
        const [, kind, name, namespace] = /^. (\w+)\/(\S+)(?: in (\S+))?/.exec(line) ?? [];
        return line.startsWith(mark) ? [[kind, namespace, name].filter((part) => part !== undefined).join('/')] : [];
      });
    const withoutChange = (line: string) => line.replace(/, and it (?:changes|may change): .*/, '');
    const withoutGroup = (id: string) => id.slice(id.indexOf('/') + 1);
    const deletedByFlux = () =>
      live()
        .deletions()
        .slice(earlier)
        .filter(
          ({ who, resource }) => ['kustomize-controller', 'helm-controller'].includes(who) && resource !== 'secrets',
        )
        .map(({ resource, namespace, name }) => [resource, namespace, name].filter((part) => part !== '').join('/'));

    const runsByHand = async () => {
      earlier = live().deletions().length;
      await live().apply(...platform.terraform);
      await apply(trees.byHand);
      await comeUp(live());
      before = await readUids(live());
      expect([...before.keys()].filter((id) => id.includes('HelmRelease/'))).toHaveLength(11);
      expect(deletedByFlux()).toEqual([]);
    };
    const takesFirstStep = async () => {
      await apply(trees.first);
      await comeUp(live());
      expect(lostBetween(before, await readUids(live()))).toEqual([]);
      const settings = (await live().list(kustomizations)).map(({ metadata, spec }) => [
        metadata.name,
        spec?.['prune'],
        spec?.['deletionPolicy'],
      ]);
      expect(settings).toContainEqual(['addons', false, 'Orphan']);
      expect(settings).toContainEqual(['crds', false, 'Orphan']);
    };
    /** Nothing is gone but what is meant to go, and all else is the very object that it was. */
    const expectTakenOver = async () => {
      const lost = lostBetween(before, await readUids(live())).map(withoutGroup);
      expect(named('-')).toEqual(expect.arrayContaining(lost));
      // It had two owners: whether it goes depends on which of them applied it last.
      const certain = named('-').filter((id) => id !== 'ConfigMap/kube-system/alb-controller-values-base');
      expect(lost).toEqual(expect.arrayContaining(certain));
      for (const id of lost) {
        const text = id.replace(/^(\w+)\//, '$1 ');
        const fits = ({ object }: { object: string }) =>
          new RegExp(`^${object.replaceAll('*', '.*')}$`).test(text) && object !== '*';
        expect(removed.some(fits), `allowed-differences.ts has ${id} as removed`).toBe(true);
      }
      expect(deletedByFlux()).toHaveLength(lost.length);
      const owners = (await live().list(helmReleases)).map(({ metadata }) => [
        metadata.name,
        metadata.labels?.['kustomize.toolkit.fluxcd.io/name'],
      ]);
      expect(owners).toContainEqual(['karpenter-crd', 'karpenter-crds']);
      expect(owners).toContainEqual(['istiod', 'istio']);
      expect(owners.filter(([, owner]) => going.includes(`${owner}`))).toEqual([]);
      expect((await live().list(kustomizations)).map(({ metadata }) => metadata.name)).toHaveLength(17);
    };

    it('runs', async () => {
      // Flux reads an index of charts once an hour: those of the upgrades are in it from the start.
      await servePlatform(live(), platform);
      await runsByHand();
    });

    it('lets every old owner go with the first commit, and loses nothing', async () => {
      const [, first] = walk('git', 'npx');
      plan = planOf(first!.stdout);
      const pasted = first!.stderr.split('\n').flatMap((line) => {
        const [, setting, addon] = /^ *note (version: .*) for addon "([^"]*)"/.exec(line) ?? [];
        return setting === undefined || addon === undefined ? [] : [{ addon, setting }];
      });
      expect(pasted).toContainEqual({ addon: 'karpenter-crds', setting: "version: '1.8.3'" });
      clone.writeApp(pasted);
      const [check] = walk('npx', 'git', 'git');
      expect(check!.stderr).toContain('FX510 handover-step: cluster "dev": handover, step 1 of 2');
      expect(check!.stderr).not.toContain('FX514');
      trees.first = merge();
      await takesFirstStep();
      const [settings] = walk('kubectl');
      expect(settings!.stdout).toMatch(/^addons +false +Orphan$/m);
      expect(settings!.stdout).toMatch(/^crds +false +Orphan$/m);
      // Both apply the release, in any order; it has the mark of the one that does so last.
      await live().reconcile(kustomization('karpenter'));
      await live().until('the release "karpenter" is marked', async () => {
        const found = await live().get({ ...helmReleases, name: 'karpenter', namespace: 'karpenter' });
        return found?.metadata.annotations?.['kustomize.toolkit.fluxcd.io/prune'] === 'disabled';
      });
    });

    it('has new owners with the second commit, and every object is the one that it was', async () => {
      const [, second] = walk('git', 'npx', 'npx', 'git', 'git');
      const inSecond = planOf(second!.stdout);
      expect(inSecond.map(withoutChange)).toEqual(plan.map(withoutChange));
      // Its layerSelector is new; the version that was pasted since is the one that runs.
      expect(inSecond).toContain(
        '→ OCIRepository/karpenter in flux-system (addons → karpenter), and it changes: fluxspan diff shows how',
      );
      trees.second = merge();
      const [old, now] = [
        trees.byHand['k8s/addons/base/karpenter/oci-repository.yaml'],
        trees.second['k8s/addons/dev/karpenter/oci-repository.yaml'],
      ].map((text) => /^ +tag: (\S+)$/m.exec(text ?? '')?.[1]);
      expect(old).toBeDefined();
      expect(now).toBe(old);
      await apply(trees.second);
      await live().untilReady({ timeout: 240_000 });
      await expectTakenOver();
    });

    it('leaves behind what the plan said, with the command that deletes it', async () => {
      const commands = plan.flatMap((line) => /^○ .*: (kubectl .*)$/.exec(line)?.[1] ?? []);
      expect(commands).toHaveLength(7);
      expect(commands).toContain(blocks[0]?.[0]);
      blocks.shift();
      for (const command of commands) expect(clone.run(command, live().kubeconfig), command).toMatchObject({ code: 0 });
    });

    it('keeps all of it in the upgrades that follow', async () => {
      const adopted = await readUids(live());
      clone.writeApp([]);
      const [, synth] = walk('git', 'npx', 'git');
      expect(planOf(synth!.stdout).filter((line) => !line.startsWith('~'))).toEqual([]);
      expect(planOf(synth!.stdout)).toContain('~ HelmRelease/istiod in istio-system (istio)');
      trees.upgraded = merge();
      await apply(trees.upgraded);
      await live().untilReady({ timeout: 240_000 });
      expect(lostBetween(adopted, await readUids(live()))).toEqual([]);
      const releases = await live().list(helmReleases);
      const versions = releases.map(({ status }) => {
        const history = status?.['history'] as { readonly chartVersion: string }[] | undefined;
        return history?.[0]?.chartVersion;
      });
      expect(versions).not.toContain(undefined);
      expect(versions.filter((version) => version?.startsWith('1.8.3'))).toEqual([]);
      expect(blocks).toEqual([]);
    });

    it('is the same where the old owners see the second commit first', async () => {
      await live().startAnew();
      await runsByHand();
      await takesFirstStep();
      const hold = await holdRoot(live(), [...going, ...staying, 'external-secrets-crds']);
      const commit = await apply(trees.second);
      await hold.untilSeen(commit);
      await hold.release();
      await comeUp(live());
      await expectTakenOver();
    });

    it('is the same where the old owners see it last', async () => {
      await live().startAnew();
      await runsByHand();
      await takesFirstStep();
      const hold = await holdOthers(live(), { going, staying });
      const commit = await apply(trees.second);
      await hold.untilSeen(commit);
      await hold.release();
      await comeUp(live());
      await expectTakenOver();
    });

    it('is lost in one commit', async () => {
      await live().startAnew();
      await runsByHand();
      await apply(trees.second);
      await live().until('the old owners are gone', async () => {
        const found = await Promise.all(going.map((name) => live().get(kustomization(name))));
        return found.every((one) => one === undefined);
      });
      const deleted = deletedByFlux();
      expect(deleted.filter((id) => id.startsWith('helmreleases/')).length).toBeGreaterThan(5);
      expect(deleted.some((id) => id.startsWith('customresourcedefinitions/'))).toBe(true);
      // Flux prunes the pool, or its CRD's removal takes it along, without a request of its own in the log.
      await live().until('the NodePool is not the one that it was', async () =>
        lostBetween(before, await readUids(live())).includes('karpenter.sh/NodePool/default'),
      );
    });
  },
  { long: true },
);

import { FluxCluster as Cluster, FluxApp, type FluxCluster, gitSource, type TenantOptions, tenant } from 'fluxspan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printChanges } from '../../../../src/changes/print/print-changes.js';
import { findCauses } from '../../../../src/diagnostics/causes.js';
import { addon } from '../../../support/synthesize.js';
import { Repository } from '../../repository.js';
import { type Synthesized, synth } from '../../synth.js';

const source = gitSource({ url: 'https://github.com/acme/claims', ref: { branch: 'main' } });

const appOf = (tenants: readonly TenantOptions[], more: (cluster: FluxCluster) => unknown = () => {}): FluxApp => {
  const app = new FluxApp();
  const flux = {
    version: '2.9',
    noCrossNamespaceRefs: true,
    defaultServiceAccount: 'default',
    noRemoteBases: true,
  } as const;
  const cluster = new Cluster(app, 'dev', { flux });
  cluster.stage('platform', [addon('web')]).stage('tenants', tenants.map(tenant));
  more(cluster as never);
  return app;
};
const claims: TenantOptions = { name: 'claims', source };

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

/** What Flux has from then on. */
const publish = async (...given: Parameters<typeof appOf>): Promise<Synthesized> => {
  const result = await synth(repository, appOf(given[0], given[1]));
  expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  repository.publish('a change');
  return result;
};
const printed = ({ clusters }: Synthesized) => clusters.flatMap(({ changes }) => printChanges(changes)).join('\n');
const linesOf = ({ diagnostics }: Synthesized) =>
  diagnostics.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
/** What is printed: the rest follows from that. */
const toldOf = ({ diagnostics }: Synthesized) => {
  const causes = findCauses(diagnostics);
  return diagnostics.filter((one) => !causes.has(one)).map(({ severity, code }) => `${severity} ${code}`);
};
const textOf = (result: Synthesized, code: string) =>
  result.diagnostics
    .filter((one) => one.code === code)
    .map(({ message, notes = [], fix }) => [message, ...notes, fix].join('\n'));

describe('a tenant that is removed in one change', () => {
  it('is refused: its account goes before what it has applied', async () => {
    await publish([claims]);
    const removed = appOf([], (cluster) => cluster.removed('claims', { reason: 'the team is gone' }));
    const result = await synth(repository, removed);
    expect(result.written).toBe(false);
    expect(linesOf(result)).toContain(
      'error FX814: Kustomization/claims in claims is removed together with RoleBinding/reconciler in claims, ServiceAccount/reconciler in claims, so Flux may no longer delete what it has applied',
    );
    expect(textOf(result, 'FX814')[0]).toContain(
      'keep tenant "claims" in this change with offboard: { reason: \'…\' }',
    );
  });

  it.each([
    ['not declared', () => {}, ['FX502', 'FX502', 'FX814', 'FX818']],
    [
      'declared',
      (cluster: FluxCluster) => cluster.removed('claims', { reason: 'the team is gone' }),
      ['FX502', 'FX502', 'FX503', 'FX814', 'FX818'],
    ],
  ])('is refused with the right way alone where its removal is %s', async (_, declare, codes) => {
    await publish([claims]);
    const result = await synth(repository, appOf([], declare));
    expect([...result.codes].sort()).toEqual(codes);
    expect(toldOf(result)).toEqual(['error FX814']);
  });

  it('is removed without more where it has no source', async () => {
    await publish([{ name: 'claims' }]);
    const result = await publish([], (cluster) => cluster.removed('claims', { reason: 'the team is gone' }));
    expect(result.codes).not.toContain('FX814');
  });

  it('is not refused where Flux keeps what it has applied anyway', async () => {
    await publish([{ ...claims, kustomization: { prune: false } }]);
    const removed = appOf([], (cluster) => cluster.removed('claims', { reason: 'the team is gone' }));
    expect((await synth(repository, removed)).codes).not.toContain('FX814');
  });
});

describe('a tenant that is offboarded', () => {
  const offboard = { reason: 'the team is gone' };

  it('is removed in two steps, and the plan says what is left', async () => {
    await publish([claims]);
    const first = await publish([{ ...claims, offboard }]);
    expect(linesOf(first)).toEqual([]);
    expect(printed(first)).toContain('- Kustomization/claims in claims');
    const tree = Object.keys(repository.files('k8s/tenants/dev/claims'));
    expect(tree).toContain('k8s/tenants/dev/claims/service-account.yaml');
    expect(tree).not.toContain('k8s/tenants/dev/claims/flux-kustomization.yaml');

    const undeclared = await synth(repository, appOf([]));
    expect(undeclared.codes).toContain('FX502');
    const second = await publish([], (cluster) => cluster.removed('claims', { reason: 'the team is gone' }));
    expect(linesOf(second)).toEqual([
      'notice FX818: tenant "claims" is gone with this change, and Namespace/claims stays with what is in it: nothing in Git has it any more',
    ]);
    expect(repository.files('k8s/tenants')).toEqual({});
  });

  it('loses its namespace where the code says so', async () => {
    await publish([claims]);
    await publish([{ ...claims, offboard: { ...offboard, deleteNamespaces: true } }]);
    const removal = (cluster: FluxCluster) => cluster.removed('claims', { reason: 'the team is gone' });
    const second = await publish([], removal);
    expect(second.codes).toEqual([]);
    const [compared] = second.clusters;
    expect(compared?.changes.deleted.map(({ object: { id } }) => `${id.kind}/${id.name}`)).toContain(
      'Namespace/claims',
    );
  });
});

describe('a tenant that is renamed', () => {
  it('is refused, and the way to give it another name is said', async () => {
    await publish([claims]);
    const result = await synth(repository, appOf([{ name: 'insurance', namespaces: ['claims'], source }]));
    expect(result.written).toBe(false);
    expect(result.codes).toContain('FX502');
    expect(toldOf(result)).toEqual(['error FX817']);
    expect(linesOf(result)).toContain(
      'error FX817: tenant "insurance" has the namespace "claims" of tenant "claims": with the new name, Flux removes the old Kustomization, and what the team runs goes with it unless the new one has taken it over by then',
    );
  });

  it('is refused in the same way where its namespace gets the new name', async () => {
    await publish([claims]);
    const renamed = await synth(repository, appOf([{ name: 'insurance', source }]));
    expect(renamed.codes).toEqual(expect.arrayContaining(['FX502', 'FX814', 'FX817']));
    expect(toldOf(renamed)).toEqual(['error FX817']);
    expect(textOf(renamed, 'FX817')[0]).toMatch(/has the source of tenant "claims".*keep name: 'claims'/s);

    const other = gitSource({ url: 'https://github.com/acme/other', ref: { branch: 'main' } });
    for (const next of [{ source: other }, { source, path: './other' }]) {
      const replaced = await synth(repository, appOf([{ name: 'insurance', ...next }]));
      expect(toldOf(replaced)).toEqual(['error FX814']);
    }
  });

  it('may get another description', async () => {
    await publish([claims]);
    const result = await publish([{ ...claims, description: 'Insurance' }]);
    expect(linesOf(result)).toEqual([]);
  });
});

describe('the rights of a tenant', () => {
  it('may change: Flux creates its bindings again, since none takes another role', async () => {
    const team = { ...claims, groups: ['claims-developers'] };
    await publish([team]);
    const result = await synth(repository, appOf([{ ...team, role: 'view' }]));
    expect(result.written).toBe(true);
    expect(linesOf(result).filter((line) => !line.startsWith('notice'))).toEqual([]);
    expect(printed(result)).toContain('RoleBinding/team in claims');
  });
});

import { FluxApp, FluxCluster, gitSource, type TenantOptions, tenant } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { makeGraph } from '../../../src/diagram/make-graph.js';
import { printMermaid } from '../../../src/diagram/print-mermaid.js';
import { planApp } from '../../../src/tree/plan-app.js';
import { schemas } from '../../support/schemas.js';
import { addon } from '../../support/synthesize.js';

const source = gitSource({ url: 'https://github.com/acme/claims', ref: { branch: 'main' } });

const withTenants = (tenants: readonly TenantOptions[]) => {
  const app = new FluxApp();
  const cluster = new FluxCluster(app, 'dev')
    .stage('platform', [addon('web')])
    .stage('tenants', tenants.map(tenant), { dependsOn: ['web'] });
  return { app, cluster };
};
const named = (count: number, more: Partial<TenantOptions> = {}): readonly TenantOptions[] =>
  Array.from({ length: count }, (_, index) => ({ name: `team-${index}`, ...more }));

const readmeOf = (tenants: readonly TenantOptions[]) =>
  synthCluster(withTenants(tenants).cluster).files['clusters/dev/README.md'] ?? '';

const graphOf = (tenants: readonly TenantOptions[]) => {
  const { app } = withTenants(tenants);
  const { compiled, clusters } = planApp(app, [], { schemas });
  const graph = makeGraph(compiled[0]!, clusters[0]);
  return { graph, mermaid: printMermaid(compiled[0]!.built, graph) };
};

describe("a cluster's README", () => {
  it('has a table of its teams, and none of their namespaces elsewhere', () => {
    const readme = readmeOf([
      { name: 'claims', description: 'Insurance claims', groups: ['a', 'b'], namespaces: ['claims', 'batch'], source },
      { name: 'web-shop', offboard: { reason: 'it moved' } },
    ]);
    expect(readme).toContain('a_claims["claims"]');
    const [addons = '', tenants = ''] = readme.split('## Tenants');
    expect(addons).not.toContain('**claims**');
    expect(tenants).toContain(
      [
        '| team | namespaces | groups | applies | as |',
        '| --- | --- | --- | --- | --- |',
        '| **claims**: Insurance claims | `claims`, `batch` | `a`, `b` | https://github.com/acme/claims | `claims/reconciler` |',
        '| **web-shop** | `web-shop` |  | being removed: it moved | `web-shop/reconciler` |',
      ].join('\n'),
    );
    expect(tenants.split('## Namespaces')[1]).not.toContain('claims');
  });

  it('names the Secrets of teams that nothing here makes', () => {
    const secretRef = { name: 'git', external: true } as const;
    const readme = readmeOf([
      {
        name: 'claims',
        source: gitSource({ url: 'https://github.com/acme/claims', ref: { branch: 'main' }, secretRef }),
        alerts: { type: 'slack', secretRef: { name: 'slack', external: true } },
        imagePullSecrets: [{ name: 'registry', external: true }],
        role: { kind: 'ClusterRole', name: 'team', external: true },
      },
      { name: 'shop', source },
    ]);
    expect(readme).toContain(
      [
        'Nothing here makes these Secrets of the teams. Make each one when Flux has made its namespace:',
        '',
        '| Secret | namespace | read by |',
        '| --- | --- | --- |',
        '| `git` | `claims` | `GitRepository/claims` |',
        '| `registry` | `claims` | `ServiceAccount/reconciler` |',
        '| `slack` | `claims` | `Provider/tenant` |',
      ].join('\n'),
    );
    expect(readmeOf([{ name: 'shop', source }])).not.toContain('Secrets of the teams');
    const many = named(60).map((one) => ({
      ...one,
      source: gitSource({ url: 'https://github.com/acme/claims', ref: { branch: 'main' }, secretRef }),
    }));
    expect(readmeOf(many)).toContain(
      'The teams read 60 Secrets that nothing here makes: `npx fluxspan bootstrap dev` lists them.',
    );
  });

  it('sums up many teams, and names those that are being removed', () => {
    const readme = readmeOf([...named(500), { name: 'leaving', offboard: { reason: 'it moved' } }]);
    expect(readme).toContain(
      '501 teams have 501 namespaces. Each has a folder in the tree, with its name. These are being removed:',
    );
    expect(readme).toContain('t_501_tenants["501 tenants"]');
    expect(readme).toContain('a_web --> t_501_tenants');
    expect(readme).not.toContain('team-7');
    expect(readme.split('\n').length).toBeLessThan(60);
  });
});

describe('a graph', () => {
  it('has a node for each of a few teams, with the source of what it applies', () => {
    const { graph } = graphOf(named(3, { source }));
    expect(graph.nodes.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'addon web',
      'addon team-0',
      'addon team-1',
      'addon team-2',
    ]);
    expect(graph.nodes[1]?.source).toBe('https://github.com/acme/claims');
  });

  it('has one node for many teams that wait for the same', () => {
    const { graph, mermaid } = graphOf(named(500));
    expect(graph.nodes.map(({ id, kind }) => `${kind} ${id}`)).toEqual(['addon web', 'tenants 500 tenants']);
    expect(graph.nodes[1]).toMatchObject({ stage: 'tenants', level: 2 });
    expect(graph.nodes[1]?.tenants).toHaveLength(500);
    expect(graph.edges.map(({ from, to }) => `${from} → ${to}`)).toEqual(['web → 500 tenants']);
    expect(graph.criticalPath).toEqual(['web', '500 tenants']);
    expect(mermaid.split('\n').length).toBeLessThan(15);
  });
});

import { ApiObject } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart } from '../../src/index.js';
import {
  applyCluster,
  exampleConfigMaps,
  explainValue,
  parseQuestion,
  printExplained,
} from '../../src/preview/index.js';

const app = new FluxApp({
  defaults: { kustomization: { timeout: '20m', retryInterval: '2m' }, helmRelease: { timeout: '20m', maxHistory: 3 } },
});
const web = defineAddon({
  name: 'web',
  namespace: 'default',
  charts: { web: helmChart<Record<string, unknown>>({ url: 'oci://example.org/web', version: '1.0.0' }) },
  infra: { vars: { TF_TAG: z.enum(['v1', 'v2']) } },
  kustomization: { timeout: '40m' },
  helmRelease: { timeout: '40m', install: { remediation: { retries: 3 } } },
  build: (scope, { charts, vars }) => {
    new HelmRelease(scope, 'web', {
      chart: charts.web,
      maxHistory: 5,
      values: { replicas: 1, tag: vars.TF_TAG, nodes: { a: 1, b: 2 }, hosts: ['a', 'b'] },
      unlistedValues: { secret: { value: 'x', reason: 'a test' } },
    });
    new ApiObject(scope, 'plain', {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'plain', namespace: 'default' },
      spec: { interval: '5m', values: { plain: true } },
    } as never);
  },
});
const dev = new FluxCluster(app, 'dev', {
  defaults: { kustomization: { timeout: '30m' }, helmRelease: { timeout: '30m', maxHistory: null as never } },
}).stage('apps', [
  web({
    kustomization: { timeout: '50m', retryInterval: null as never, prune: false },
    values: { replicas: 3, nodes: { b: null }, hosts: ['c'] },
    unlistedValues: { secret: { value: 'y', reason: 'a test' } },
  }),
]);
const compiled = compileCluster(app, dev, openCompileContext(app));

const shop = defineAddon({
  name: 'shop',
  namespace: 'default',
  charts: { shop: helmChart({ url: 'oci://registry.example.org/shop', version: '1.0.0+b1' }) },
  build: (scope, { charts }) => {
    new HelmRelease(scope, 'shop', { chart: charts.shop });
  },
});
const repositories = defineAddon({
  name: 'shop',
  namespace: 'default',
  charts: { 'shop-2': helmChart({ url: 'https://charts.example.org', chart: 'shop', version: '2.0.0' }) },
  build: (scope, { charts }) => {
    new HelmRelease(scope, 'shop', { chart: charts['shop-2'] });
  },
});
const app2 = new FluxApp();
const dev2 = new FluxCluster(app2, 'dev').stage('apps', [repositories()]);

/** The layers with lines in place of line numbers: `*` wins. */
const ask = (text: string, of = compiled): readonly string[] => {
  const infra = exampleConfigMaps(of.contract);
  return explainValue(of, applyCluster(of, infra), parseQuestion(text)!, infra)
    .map(printExplained)
    .join('\n')
    .replace(/test\/preview\/code-layers\.test\.ts:\d+/g, 'HERE')
    .split('\n')
    .map((line) => line.replace(/(\S) {2,}/g, '$1  '));
};

describe('where the version of a chart comes from', () => {
  it('is the charts of the addon, or where it is used', () => {
    const of = (version?: string): readonly string[] => {
      const own = new FluxApp();
      const cluster = new FluxCluster(own, 'dev').stage('apps', [shop(version === undefined ? {} : { version })]);
      return ask('spec.ref.tag', compileCluster(own, cluster, openCompileContext(own))).slice(1, 4);
    };
    expect(of()).toEqual([
      '  = "1.0.0_b1"',
      '  * charts of addon shop, HERE  "1.0.0_b1"',
      '  the addon is used at HERE, called from HERE',
    ]);
    expect(of('1.1.0')).toEqual([
      '  = "1.1.0"',
      '    charts of addon shop, HERE  "1.0.0_b1"',
      '  * version where addon shop is used, HERE  "1.1.0"',
    ]);
  });

  it('is told of a release of a repository, too', () => {
    expect(
      ask('HelmRelease/shop-2 spec.chart.spec.version', compileCluster(app2, dev2, openCompileContext(app2))),
    ).toEqual([
      'shop/HelmRelease/shop-2  spec.chart.spec.version',
      '  = "2.0.0"',
      '  * charts of addon shop, HERE  "2.0.0"',
      '  made at HERE; the addon is used at HERE',
      '',
    ]);
  });
});

describe('where a setting comes from', () => {
  it('names each level that says it, with its line, and stars the strongest', () => {
    expect(ask('Kustomization/web spec.timeout')).toEqual([
      'flux-system/Kustomization/web  spec.timeout',
      '  = "50m"',
      '    fluxspan\'s default  "15m"',
      '    defaults of the app, HERE  "20m"',
      '    defaults of cluster dev, HERE  "30m"',
      '    the definition of addon web, HERE  "40m"',
      '  * where addon web is used, HERE  "50m"',
      '',
    ]);
    expect(ask('HelmRelease/web spec.timeout')).toEqual([
      'web/HelmRelease/web  spec.timeout',
      '  = "40m"',
      '    fluxspan\'s default  "10m"',
      '    defaults of the app, HERE  "20m"',
      '    defaults of cluster dev, HERE  "30m"',
      '  * the definition of addon web, HERE  "40m"',
      '  made at HERE; the addon is used at HERE',
      '',
    ]);
  });

  it('shows what null takes away', () => {
    expect(ask('HelmRelease/web spec.maxHistory').slice(1, -2)).toEqual([
      '  = 5',
      '    defaults of the app, HERE  3',
      '    defaults of cluster dev, HERE  null',
      '  * fields in the build of addon web, HERE  5',
    ]);
  });

  it('says what fluxspan makes of the levels', () => {
    expect(ask('HelmRelease/web spec.install.strategy').slice(1, 4)).toEqual([
      '  = nothing',
      '    fluxspan\'s default  {"name":"RetryOnFailure"}',
      '  * derived by fluxspan  nothing',
    ]);
    expect(ask('Kustomization/web spec.path')).toContain('  * written in the tree  "./k8s/addons/dev/web"');
  });

  it('has a layer for fluxspan alone', () => {
    expect(ask('Kustomization/web spec.interval').slice(1, 3)).toEqual(['  = "10m"', '  * fluxspan\'s default  "10m"']);
  });
});

describe('where a value of a release comes from', () => {
  it('tells what its construct says from what the use of the addon says', () => {
    expect(ask('replicas').slice(1, -1)).toEqual([
      '  = 3',
      '    values in the build of addon web, HERE  1',
      '  * values where addon web is used, HERE  3',
    ]);
    expect(ask('nodes').slice(2, -1)).toEqual([
      '    values in the build of addon web, HERE  {"a":1,"b":2}',
      '  * values where addon web is used, HERE  {"b":null}',
    ]);
    expect(ask('nodes.a')).toContain('  * values in the build of addon web, HERE  1');
    expect(ask('nodes.b').slice(3, -1)).toEqual(['  * values where addon web is used, HERE  null']);
    expect(ask('hosts[0]').slice(1, -1)).toEqual([
      '  = "c"',
      '    values in the build of addon web, HERE  "a"',
      '  * values where addon web is used, HERE  "c"',
    ]);
    expect(ask('hosts[1]')).toEqual(['']);
    expect(ask('secret').slice(2, -1)).toEqual([
      '    unlistedValues in the build of addon web, HERE  "x"',
      '  * unlistedValues where addon web is used, HERE  "y"',
    ]);
  });

  it('shows the var below the level that reads it', () => {
    expect(ask('tag').slice(1, 4)).toEqual([
      '  = "v1"',
      '    values in the build of addon web, HERE  "${TF_TAG}"',
      '  * ${TF_TAG} from ConfigMap flux-system/cluster-vars-terraform (example of the contract)  "v1"',
    ]);
  });

  it('knows no levels of a plain ApiObject', () => {
    expect(ask('plain').slice(1, 3)).toEqual(['  = true', '  * spec.values  true']);
  });
});

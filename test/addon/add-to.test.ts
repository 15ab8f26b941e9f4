import { App, Chart, Testing } from 'cdk8s';
import {
  asNumber,
  ConfigMap,
  type Diagnostic,
  defineAddon,
  FluxspanError,
  gitSource,
  HelmRelease,
  helmChart,
} from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'web',
  createNamespace: true,
  charts: {
    web: helmChart<{ readonly host?: string; readonly zone?: string; readonly size?: string }>({
      url: 'oci://example.org/web',
      version: '1.0.0',
    }),
  },
  infra: {
    vars: { TF_SIZE: z.string(), TF_TITLE: z.string().default('none'), TF_REPLICAS: z.number().default(2) },
    values: { web: z.object({ host: z.string(), zone: z.string().optional() }) },
  },
  build(scope, { charts, vars }) {
    new HelmRelease(scope, 'web', { chart: charts.web, values: { size: vars.TF_SIZE } });
    new ConfigMap(scope, 'title', {
      name: 'title',
      data: { title: vars.TF_TITLE, replicas: `${asNumber(vars.TF_REPLICAS)}` },
    });
  },
});

interface Made {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
}

const chartOf = (): Chart => new Chart(new App(), 'chart', { namespace: 'web' });
const made = (chart: Chart): readonly Made[] => Testing.synth(chart) as readonly Made[];

// biome-ignore lint/suspicious/noExplicitAny: what the types refuse reaches it from JavaScript all the same
const problemsOf = (addon: any, use: unknown): readonly Diagnostic[] => {
  try {
    addon.addTo(chartOf(), use);
  } catch (error) {
    if (error instanceof FluxspanError) return error.diagnostics;
    throw error;
  }
  return [];
};
const told = (use: unknown) => problemsOf(web, use).map(({ code, message, fix }) => `${code} ${message}; ${fix}`);

describe('an addon in a plain cdk8s chart, with infra', () => {
  it('makes its namespace first, then its objects, then what Terraform would write', () => {
    const chart = chartOf();
    const objects = web.addTo(chart, { infra: { vars: { TF_SIZE: 'small' }, values: { web: { host: 'a' } } } });
    const titles = [
      'Namespace/web',
      'OCIRepository/web',
      'HelmRelease/web',
      'ConfigMap/title',
      'ConfigMap/web-values-terraform',
    ];
    expect(made(chart).map(({ kind, metadata }) => `${kind}/${metadata.name}`)).toEqual(titles);
    expect(objects.map(({ kind, name }) => `${kind}/${name}`)).toEqual(titles);
  });

  it('has a literal for each var, the default where none is given', () => {
    const chart = chartOf();
    web.addTo(chart, { infra: { vars: { TF_SIZE: 'small', TF_REPLICAS: 5 }, values: { web: { host: 'a' } } } });
    expect(JSON.stringify(made(chart))).not.toContain('${');
    expect(made(chart).find(({ metadata }) => metadata.name === 'title')?.data).toEqual({
      title: 'none',
      replicas: '5',
    });
  });

  it('says everything that is missing, unknown or of another type, and makes nothing', () => {
    expect(told({ infra: {} })).toEqual([
      'FX107 infra.values.web.host of addon "web" is missing; give a string',
      'FX107 infra.vars.TF_SIZE of addon "web" is missing; give a string',
    ]);
    expect(
      told({ infra: { vars: { TF_SIZE: 1, TF_SIZ: 'x' }, values: { web: { host: 'a', port: 1 }, wbe: {} } } }),
    ).toEqual([
      'FX107 infra.values.wbe of addon "web" is not declared; take it out; did you mean "web"?',
      'FX107 infra.values.web.port of addon "web" is not declared; take it out; there is one of host, zone',
      'FX107 infra.vars.TF_SIZ of addon "web" is not declared; take it out; did you mean "TF_SIZE"?',
      'FX107 infra.vars.TF_SIZE of addon "web" does not fit; give a string',
    ]);
    for (const infra of ['x', null, []]) {
      expect(told({ infra })).toEqual(['FX107 infra of addon "web" does not fit; give an object']);
    }
    expect(told({ infra: { vars: { TF_SIZE: 's' }, values: { web: { host: 'a' } }, secrets: {} } })).toEqual([
      'FX107 infra.secrets of addon "web" is not declared; take it out; there is one of vars, values',
    ]);
  });

  it('writes the ConfigMap of a release whose values may all be left out', () => {
    const open = defineAddon({
      name: 'open',
      namespace: 'web',
      charts: { open: helmChart<{ readonly zone?: string }>({ url: 'oci://example.org/open', version: '1.0.0' }) },
      infra: { values: { open: z.object({ zone: z.string().optional() }) } },
      build(scope, { charts }) {
        new HelmRelease(scope, 'open', { chart: charts.open });
      },
    });
    const chart = chartOf();
    open.addTo(chart, { infra: { values: { open: {} } } });
    expect(made(chart).at(-1)).toMatchObject({
      metadata: { name: 'open-values-terraform' },
      data: { 'values.yaml': '{}\n' },
    });
  });

  it('gives the defaults to a Kustomization of another repository too', () => {
    const crds = defineAddon({
      name: 'crds',
      source: gitSource('https://git.example.org/crds', 'v1'),
      path: './crds',
      infra: { vars: { TF_ZONE: z.string().default('a') } },
    });
    const chart = chartOf();
    crds.addTo(chart, { infra: {} });
    expect(made(chart).at(-1)).toMatchObject({ spec: { postBuild: { substitute: { TF_ZONE: 'a' } } } });
  });
});

it('without infra, the expressions stay for Flux, with their defaults', () => {
  const chart = chartOf();
  web.addTo(chart);
  expect(made(chart).find(({ metadata }) => metadata.name === 'title')?.data).toEqual({
    title: '${TF_TITLE:=none}',
    replicas: '${TF_REPLICAS:=2}',
  });
  expect(made(chart).map(({ metadata }) => metadata.name)).not.toContain('web-values-terraform');
});

import type { Construct } from 'constructs';
import { FluxApp, type FluxAppOptions, HelmRelease, helmChart } from 'fluxspan';
import { metricsServer } from 'fluxspan/addons';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { addon, clusterOf, type LooseDefinition } from '../support/synthesize.js';

const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0', crds: ['example.org'] });

interface Given {
  readonly app?: FluxAppOptions['defaults'];
  readonly cluster?: FluxAppOptions['defaults'];
  readonly definition?: LooseDefinition;
  readonly settings?: object;
  /** What the construct is given. */
  readonly own?: object;
}

const specOf = (addons: readonly unknown[], { app, cluster }: Pick<Given, 'app' | 'cluster'>) => {
  const made = clusterOf(
    { first: addons },
    {
      app: new FluxApp(app === undefined ? {} : { defaults: app }),
      options: { external: ['example.org'], ...(cluster === undefined ? {} : { defaults: cluster }) },
    },
  );
  const { objects, diagnostics } = synthCluster(made);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const release = objects.find((one) => (one as { kind?: string }).kind === 'HelmRelease');
  const { chartRef: _, releaseName: __, ...spec } = (release as { spec: Record<string, unknown> }).spec;
  return spec;
};

const synth = ({ definition, settings, own, ...levels }: Given) => {
  const build = (scope: Construct) => {
    new HelmRelease(scope, 'web', { chart, ...own } as never);
  };
  return specOf([addon('web', { build, ...definition }, settings)], levels);
};

const action = { crds: 'CreateReplace', strategy: { name: 'RetryOnFailure' } };
const untouched = {
  interval: '5m',
  timeout: '10m',
  driftDetection: { mode: 'enabled' },
  install: action,
  upgrade: action,
};

describe('defaults of releases', () => {
  it('come from the app, the cluster, the addon, its user and the construct, the last one first', () => {
    const helmRelease = (field: object) => ({ helmRelease: field });
    const all = {
      interval: '1m',
      timeout: '1m',
      maxHistory: 1,
      uninstall: { timeout: '1m' },
      rollback: { timeout: '1m' },
    };
    expect(synth({})).toEqual(untouched);
    expect(
      synth({
        app: { helmRelease: all as never },
        cluster: { helmRelease: { ...all, timeout: '2m', maxHistory: 2 } as never },
        definition: helmRelease({ maxHistory: 3, uninstall: { keepHistory: true } }),
        settings: helmRelease({ uninstall: { timeout: '4m' }, rollback: { timeout: '4m' } }),
        own: { rollback: { timeout: '5m' } },
      }),
    ).toEqual({
      ...untouched,
      interval: '1m',
      timeout: '2m',
      maxHistory: 3,
      uninstall: { keepHistory: true, timeout: '4m' },
      rollback: { timeout: '5m' },
    });
  });

  it('merge maps and replace lists', () => {
    const ignore = (path: string) => [{ paths: [path] }];
    expect(
      synth({
        app: { helmRelease: { driftDetection: { mode: 'warn', ignore: ignore('/a') }, install: { timeout: '3m' } } },
        own: { driftDetection: { ignore: ignore('/b') }, install: { replace: true } },
      }),
    ).toEqual({
      ...untouched,
      driftDetection: { mode: 'warn', ignore: ignore('/b') },
      install: { ...action, timeout: '3m', replace: true },
    });
  });

  it('go where an addon says null', () => {
    const helmRelease = { maxHistory: 3, rollback: { timeout: '1m', force: true } } as const;
    expect(
      synth({ app: { helmRelease }, settings: { helmRelease: { maxHistory: null, rollback: { force: null } } } }),
    ).toEqual({ ...untouched, rollback: { timeout: '1m' } });
  });

  it.each([
    ['remediation of all', { remediation: { retries: 3 } }, {}, { crds: 'CreateReplace', remediation: { retries: 3 } }],
    [
      'retries of one',
      { remediation: { retries: 3 } },
      { strategy: { name: 'RetryOnFailure', retryInterval: '1m' } },
      { crds: 'CreateReplace', strategy: { name: 'RetryOnFailure', retryInterval: '1m' } },
    ],
    [
      'remediation of one',
      { strategy: { name: 'RetryOnFailure' } },
      { remediation: { retries: 1 } },
      { crds: 'CreateReplace', remediation: { retries: 1 } },
    ],
  ])('keep one of retries and remediation: %s', (_, install, own, expected) => {
    const made = synth({ app: { helmRelease: { install: install as never } }, own: { install: own } });
    expect(made['install']).toEqual(expected);
  });

  it('leave CRDs alone that the addon requires from elsewhere, unless the release itself says more', () => {
    const app = { helmRelease: { install: { crds: 'Create' }, upgrade: { crds: 'CreateReplace' } } } as const;
    const definition = { requires: ['example.org'] };
    expect(synth({ app })).toMatchObject({ install: { crds: 'Create' }, upgrade: { crds: 'CreateReplace' } });
    expect(synth({ app, definition })).toMatchObject({ install: { crds: 'Skip' }, upgrade: { crds: 'Skip' } });
    expect(synth({ app, definition, own: { upgrade: { crds: 'Create' } } })).toMatchObject({
      install: { crds: 'Skip' },
      upgrade: { crds: 'Create' },
    });
  });

  it('reach the addons of the package', () => {
    const spec = specOf([metricsServer({ helmRelease: { timeout: '3m' } })], {
      app: { helmRelease: { maxHistory: 2 } },
    });
    expect(spec).toMatchObject({ timeout: '3m', maxHistory: 2, interval: '5m' });
  });
});

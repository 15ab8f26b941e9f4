import {
  type AddonInstance,
  alerts,
  ConfigMap,
  commitStatus,
  type Diagnostic,
  defineAddon,
  discord,
  FluxApp,
  FluxCluster,
  type FluxClusterOptions,
  githubDispatch,
  gitSource,
  googleChat,
  HelmRelease,
  helmChart,
  msTeams,
  pagerDuty,
  receiver,
  type StageOptions,
  slack,
  tenant,
  webhook,
} from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';

const linesOf = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ severity, code, message, at }) => `${severity} ${code} ${at.path ?? ''}: ${message}`);

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  build: (scope) => void new ConfigMap(scope, 'web', { data: { text: 'a' } }),
});
const cache = defineAddon({
  name: 'cache',
  namespace: 'cache',
  createNamespace: true,
  charts: { cache: helmChart({ url: 'https://charts.example.org', chart: 'cache', version: '1.0.0' }) },
  build: (scope, { charts }) => void new HelmRelease(scope, 'cache', { chart: charts.cache, values: {} }),
});

const clusterWith = (options: object, stage: object = {}, ...addons: readonly AddonInstance[]) =>
  synthCluster(
    new FluxCluster(new FluxApp(), 'dev', { flux: '2.9', ...options } as FluxClusterOptions<string, string>).stage(
      'apps',
      [web(), ...addons],
      stage as StageOptions<never>,
    ),
  );
type Result = ReturnType<typeof clusterWith>;

const specOf = ({ objects }: Result, kind: string, name: string, namespace = 'flux-system') =>
  objects.find((one) => {
    const metadata = one['metadata'] as { readonly name: string; readonly namespace?: string };
    return one['kind'] === kind && metadata.name === name && metadata.namespace === namespace;
  })?.['spec'] as Readonly<Record<string, unknown>> | undefined;
const nothingWrong = (result: Result) => expect(linesOf(result.diagnostics)).toEqual([]);

describe('alerts of a cluster', () => {
  it('are one line: an addon with a Provider and an Alert, and a Secret that the contract lists', () => {
    const result = clusterWith({ alerts: alerts({ to: slack({ secret: { bootstrap: 'slack' } }) }) }, {}, cache());
    nothingWrong(result);
    const { files } = result;
    expect(Object.keys(files).filter((path) => path.includes('notifications'))).toEqual([
      'addons/dev/notifications/alert.yaml',
      'addons/dev/notifications/kustomization.yaml',
      'addons/dev/notifications/provider.yaml',
      'clusters/dev/notifications.yaml',
    ]);
    expect(specOf(result, 'Provider', 'slack')).toEqual({ type: 'slack', secretRef: { name: 'slack' } });
    expect(specOf(result, 'Alert', 'slack')).toEqual({
      providerRef: { name: 'slack' },
      eventSeverity: 'error',
      eventMetadata: { cluster: 'dev' },
      eventSources: [
        ...[
          'Bucket',
          'GitRepository',
          'HelmChart',
          'HelmRelease',
          'HelmRepository',
          'Kustomization',
          'OCIRepository',
        ].map((kind) => ({ kind, name: '*' })),
        { kind: 'HelmRelease', name: '*', namespace: 'cache' },
      ],
    });
    expect(JSON.parse(files['contract/dev/contract.json']!).bootstrap).toEqual([
      {
        namespace: 'flux-system',
        name: 'slack',
        type: 'Opaque',
        keys: ['address'],
        description: 'where Flux posts alerts (slack)',
        readBy: ['Provider/slack'],
      },
    ]);
  });

  it('end at the namespace of Flux with lockdown, where an Alert gets no other events', () => {
    const flux = { version: '2.9', noCrossNamespaceRefs: true };
    const result = clusterWith(
      {
        flux,
        alerts: alerts({ to: slack({ secret: 'slack' }) }),
        external: [{ kind: 'Secret', namespace: 'flux-system', name: 'slack' }],
      },
      {},
      cache(),
    );
    nothingWrong(result);
    const sources = specOf(result, 'Alert', 'slack')?.['eventSources'] as readonly object[];
    expect(sources.filter((one) => 'namespace' in one)).toEqual([]);
  });

  it('say with lockdown of which Kustomizations they hear nothing', () => {
    const elsewhere = cache({ kustomization: { namespace: 'apps' } });
    const about = { alerts: alerts({ to: slack({ secret: { bootstrap: 'slack' } }) }) };
    const found = (result: Result) => linesOf(result.diagnostics.filter(({ code }) => code === 'FX873'));
    const options = { external: [{ kind: 'Namespace', name: 'apps' }], lockdown: true };
    expect(found(clusterWith({ ...options, ...about }, {}, elsewhere))).toEqual([
      'notice FX873 : alerts don\'t cover Kustomization "cache" in namespace "apps", since lockdown keeps its events from other namespaces',
    ]);
    expect(found(clusterWith(options, about, elsewhere))).toHaveLength(1);
    expect(found(clusterWith({ ...options, ...about, lockdown: false }, {}, elsewhere))).toEqual([]);
  });

  it.each([
    [
      'slack',
      slack({ channel: 'platform', secret: { bootstrap: 's' } }),
      { type: 'slack', channel: 'platform', secretRef: { name: 's' } },
      ['address'],
    ],
    [
      'slack',
      slack({ bot: true, channel: 'platform', username: 'flux', secret: { bootstrap: 's' } }),
      {
        type: 'slack',
        address: 'https://slack.com/api/chat.postMessage',
        channel: 'platform',
        username: 'flux',
        secretRef: { name: 's' },
      },
      ['token'],
    ],
    ['msteams', msTeams({ secret: { bootstrap: 's' } }), { type: 'msteams', secretRef: { name: 's' } }, ['address']],
    [
      'googlechat',
      googleChat({ secret: { bootstrap: 's' } }),
      { type: 'googlechat', secretRef: { name: 's' } },
      ['address'],
    ],
    [
      'discord',
      discord({ secret: { bootstrap: 's' }, username: 'flux' }),
      { type: 'discord', username: 'flux', secretRef: { name: 's' } },
      ['address'],
    ],
    ['generic', webhook({ secret: { bootstrap: 's' } }), { type: 'generic', secretRef: { name: 's' } }, ['address']],
    [
      'generic-hmac',
      webhook({ hmac: true, address: 'https://alerts.example.org', secret: { bootstrap: 's' } }),
      { type: 'generic-hmac', address: 'https://alerts.example.org', secretRef: { name: 's' } },
      ['token'],
    ],
    [
      'generic-hmac',
      webhook({ hmac: true, secret: { bootstrap: 's' } }),
      { type: 'generic-hmac', secretRef: { name: 's' } },
      ['address', 'token'],
    ],
    [
      'github',
      commitStatus({ type: 'github', address: 'https://github.com/acme/platform', secret: { bootstrap: 's' } }),
      { type: 'github', address: 'https://github.com/acme/platform', secretRef: { name: 's' } },
      ['token'],
    ],
    [
      'githubdispatch',
      githubDispatch({
        address: 'https://github.com/acme/platform',
        secret: { bootstrap: 's', keys: ['githubAppID', 'githubAppPrivateKey'] },
      }),
      { type: 'githubdispatch', address: 'https://github.com/acme/platform', secretRef: { name: 's' } },
      ['githubAppID', 'githubAppPrivateKey'],
    ],
  ])('go to %s', (name, to, provider, keys) => {
    const result = clusterWith({ alerts: alerts({ to }) });
    nothingWrong(result);
    expect(specOf(result, 'Provider', name)).toEqual(provider);
    expect(JSON.parse(result.files['contract/dev/contract.json']!).bootstrap[0].keys).toEqual(keys);
  });

  it('go to PagerDuty with a key that Flux substitutes, and close incidents', () => {
    const result = clusterWith({ alerts: alerts({ to: pagerDuty({ secret: { bootstrap: 'pagerduty' } }) }) });
    nothingWrong(result);
    expect(specOf(result, 'Provider', 'pagerduty')).toMatchObject({
      channel: '${q}${routing_key}${q}',
      address: 'https://events.pagerduty.com',
    });
    expect(specOf(result, 'Kustomization', 'notifications')?.['postBuild']).toMatchObject({
      substituteFrom: [{ kind: 'Secret', name: 'pagerduty' }],
    });
    expect(specOf(result, 'Alert', 'pagerduty-recovered')).toMatchObject({
      eventSeverity: 'info',
      inclusionList: ['^Health check passed', '^Helm (install|upgrade) succeeded', '^stored '],
    });
  });

  it('are the status of a commit by Kustomizations alone, good or bad, and not while one waits', () => {
    const to = commitStatus({ type: 'gitlab', address: 'https://gitlab.com/1234', secret: { bootstrap: 'gitlab' } });
    const result = clusterWith({ alerts: alerts({ to, recoveries: true }) });
    nothingWrong(result);
    expect(specOf(result, 'Alert', 'gitlab')).toMatchObject({
      eventSeverity: 'info',
      eventSources: [{ kind: 'Kustomization', name: '*' }],
      exclusionList: ['^Dependencies do not meet ready condition', "^dependency '", '^Health checks canceled'],
    });
    expect(specOf(result, 'Alert', 'gitlab-recovered')).toBeUndefined();
  });

  it('have several destinations, any Provider among them, with recoveries, metadata and messages to leave out', () => {
    const to = [
      slack({ secret: { bootstrap: 'a' } }),
      slack({ name: 'oncall', secret: { bootstrap: 'b' } }),
      { type: 'alertmanager', address: 'http://alertmanager.monitoring:9093/api/v2/alerts/' },
    ] as const;
    const result = clusterWith({
      alerts: alerts({ to, recoveries: true, exclude: ['quota'], metadata: { team: 'platform' } }),
    });
    nothingWrong(result);
    for (const name of ['slack', 'oncall', 'alertmanager']) {
      expect(specOf(result, 'Alert', name)).toMatchObject({
        exclusionList: ['quota'],
        eventMetadata: { team: 'platform' },
      });
      expect(specOf(result, 'Alert', `${name}-recovered`)).toMatchObject({
        exclusionList: ['quota'],
        eventSeverity: 'info',
      });
    }
  });

  it('take their Secret from a store, after the operator that makes it', () => {
    const result = clusterWith({
      external: ['external-secrets.io', { kind: 'ClusterSecretStore', group: 'external-secrets.io', name: 'vault' }],
      alerts: alerts({
        to: [
          slack({ secret: { store: 'vault', key: 'flux/slack', property: 'address' } }),
          webhook({
            hmac: true,
            secret: { store: { kind: 'ClusterSecretStore', name: 'vault', external: true }, key: 'flux/hook' },
          }),
        ],
      }),
    });
    nothingWrong(result);
    expect(specOf(result, 'ExternalSecret', 'slack')).toMatchObject({
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'vault' },
      data: [{ secretKey: 'address', remoteRef: { key: 'flux/slack', property: 'address' } }],
    });
    expect(specOf(result, 'ExternalSecret', 'generic-hmac')).toMatchObject({
      dataFrom: [{ extract: { key: 'flux/hook' } }],
    });
  });
});

describe('alerts of a stage', () => {
  it('are about its addons, under its name', () => {
    const result = clusterWith({}, { alerts: alerts({ to: slack({ secret: { bootstrap: 'slack-apps' } }) }) }, cache());
    nothingWrong(result);
    expect(specOf(result, 'Alert', 'apps-slack')).toMatchObject({
      providerRef: { name: 'apps-slack' },
      eventSources: [
        { kind: 'Kustomization', name: 'cache' },
        { kind: 'Kustomization', name: 'web' },
      ],
    });
  });
});

describe('alerts of a tenant', () => {
  const source = gitSource({ url: 'https://github.com/acme/claims', ref: { branch: 'main' } });
  const lockedDown = {
    version: '2.9',
    noCrossNamespaceRefs: true,
    defaultServiceAccount: 'default',
    noRemoteBases: true,
  };

  it('are in its namespace, about all that Flux does for it', () => {
    const claims = tenant({
      name: 'claims',
      source,
      alerts: alerts({ to: slack({ secret: { bootstrap: 'slack' } }) }),
      receiver: receiver({ type: 'gitlab', secret: { bootstrap: 'push' } }),
    });
    const result = clusterWith({ flux: lockedDown }, {}, claims);
    nothingWrong(result);
    expect(specOf(result, 'Alert', 'slack', 'claims')).toEqual({
      providerRef: { name: 'slack' },
      eventMetadata: { cluster: 'dev' },
      eventSeverity: 'error',
      eventSources: [
        { kind: 'GitRepository', name: '*' },
        { kind: 'Kustomization', name: '*' },
        { kind: 'HelmRelease', name: '*' },
      ],
    });
    expect(specOf(result, 'Receiver', 'tenant', 'claims')).toEqual({
      type: 'gitlab',
      events: ['Push Hook', 'Tag Push Hook'],
      secretRef: { name: 'push' },
      resources: [{ kind: 'GitRepository', name: 'claims' }],
    });
    expect(JSON.parse(result.files['contract/dev/contract.json']!).bootstrap).toMatchObject([
      { namespace: 'claims', name: 'push', keys: ['token'], readBy: ['Receiver/tenant'] },
      { namespace: 'claims', name: 'slack', keys: ['address'], readBy: ['Provider/slack'] },
    ]);
  });

  it('tell of what is deleted while it is offboarded, and not of what waits', () => {
    const claims = tenant({
      name: 'claims',
      source,
      offboard: { reason: 'merged' },
      alerts: alerts({ to: slack({ secret: { bootstrap: 'slack' } }), recoveries: true }),
    });
    const result = clusterWith({ flux: lockedDown }, {}, claims);
    expect(specOf(result, 'Alert', 'slack', 'claims')).toMatchObject({
      eventSeverity: 'info',
      exclusionList: ['^Dependencies do not meet ready condition', "^dependency '", '^Health checks canceled'],
    });
    expect(specOf(result, 'Alert', 'slack-recovered', 'claims')).toBeUndefined();
  });
});

describe('a receiver of a cluster', () => {
  it("has Flux fetch the cluster's source, and may have a route", () => {
    const result = clusterWith({
      external: ['gateway.networking.k8s.io'],
      receiver: receiver({
        type: 'github',
        secret: { bootstrap: 'push' },
        route: { host: 'flux.example.org', gateway: { name: 'public', namespace: 'ingress', external: true } },
      }),
    });
    nothingWrong(result);
    expect(specOf(result, 'Receiver', 'push')).toEqual({
      type: 'github',
      events: ['ping', 'push'],
      secretRef: { name: 'push' },
      resources: [{ kind: 'GitRepository', name: 'flux-system' }],
    });
    expect(specOf(result, 'HTTPRoute', 'push')).toMatchObject({
      hostnames: ['flux.example.org'],
      rules: [
        {
          matches: [{ path: { type: 'PathPrefix', value: '/hook/' } }],
          backendRefs: [{ name: 'webhook-receiver', port: 80 }],
        },
      ],
    });
  });
});

const hook = 'https://hooks.slack.com/services/T00000001/B00000001/abcdefghijklmnopqrstuvwx';

describe('alerts that are declared wrongly', () => {
  it.each([
    [{ alerts: 'slack' }, ['error FX209 alerts: cluster "dev" has alerts "slack"']],
    [{ alerts: alerts({} as never) }, ['error FX870 alerts.to: alerts() has no destination']],
    [{ alerts: alerts(undefined as never) }, ['error FX870 alerts: alerts() was given no options']],
    [
      { alerts: alerts({ to: slack({ chanel: 'x' } as never), recoverys: true } as never) },
      [
        'error FX870 alerts.recoverys: alerts() has no option "recoverys"',
        'error FX870 alerts.to.chanel: slack() has no option "chanel"',
        'error FX870 alerts.to.secret: slack() has no `secret`',
      ],
    ],
    [
      {
        alerts: alerts({
          to: [slack({ bot: true, secret: 'slack' }), commitStatus({ type: 'svn', secret: 's' } as never), 7 as never],
          recoveries: 1 as never,
          exclude: 'x' as never,
          metadata: [] as never,
        }),
      },
      [
        'error FX870 alerts.exclude: `exclude` of alerts() is "x"',
        'error FX870 alerts.metadata: `metadata` of alerts() is []',
        'error FX870 alerts.recoveries: `recoveries` of alerts() is 1',
        'error FX870 alerts.to[0].channel: slack() has no `channel`',
        'error FX870 alerts.to[1].address: commitStatus() has no `address`',
        'error FX870 alerts.to[1].type: `type` of commitStatus() is "svn"',
        'error FX870 alerts.to[2]: a destination of alerts() is neither one like slack() nor the spec of a Provider',
      ],
    ],
    [
      { alerts: alerts({ to: [slack({ secret: 'one' }), slack({ secret: 'two' })] }) },
      ['error FX870 alerts.to: two destinations of alerts are called "slack"'],
    ],
    [
      { alerts: alerts({ to: pagerDuty({ secret: { sops: 'a.yaml' } as never, key: 'a-b' }) }) },
      [
        'error FX870 alerts.to.key: `key` of pagerDuty() is "a-b"',
        'error FX870 alerts.to.secret: `secret` of pagerDuty() must be in the cluster before its Kustomization, which substitutes the key',
      ],
    ],
    [
      { alerts: alerts({ to: slack({ secret: { bootstrap: 'a', sops: 'b' } as never }) }) },
      ['error FX870 alerts.to.secret: `secret` of slack() is not where a Secret comes from'],
    ],
    [
      { receiver: receiver({ type: 'github' } as never) },
      ['error FX870 receiver.secret: receiver() has no `secret`, and Flux makes its path of one'],
    ],
    [
      { receiver: receiver({ type: 'svn', secret: 'push', events: 'push', route: { host: 'a' } } as never) },
      [
        'error FX870 receiver.events: `events` of receiver() is "push"',
        'error FX870 receiver.route: `route` of receiver() lacks a host or a Gateway',
        'error FX870 receiver.type: `type` of receiver() is "svn"',
      ],
    ],
  ])('%# are refused, all at once', (options, expected) => {
    expect(linesOf(clusterWith(options).diagnostics)).toEqual(expected);
  });

  it.each([
    { alerts: alerts({ to: slack({ secret: hook }) }) },
    { alerts: alerts({ to: slack({ secret: 'slack', address: hook } as never) }) },
    { alerts: alerts({ to: slack({ secret: 'slack', token: 'xoxb-1234567890-abcdefghijkl' } as never) }) },
    { alerts: alerts({ to: discord({ secret: { bootstrap: hook } as never }) }) },
    { alerts: alerts({ to: slack({ secret: { bootstrap: 'xoxb-1234567890-abcdefghijkl' } }) }) },
    { alerts: alerts({ to: pagerDuty({ secret: 'pagerduty', routingKey: 'R0123456789abcdef' } as never) }) },
    { alerts: alerts({ to: pagerDuty({ secret: 'pagerduty', channel: 'R0123456789abcdef' } as never) }) },
    { alerts: alerts({ to: hook as never }) },
    { receiver: receiver({ type: 'github', secret: 'push', token: 'hunter2hunter2' } as never) },
  ])('%# with a secret in clear text are refused, and it is not shown', (options) => {
    const { diagnostics, files } = clusterWith(options);
    expect(diagnostics.map(({ code }) => code)).toContain('FX871');
    for (const value of ['abcdefghijkl', 'R0123456789abcdef', 'hunter2']) {
      expect(JSON.stringify({ diagnostics, files })).not.toContain(value);
    }
  });

  it('in a stage and a tenant are refused there', () => {
    const bad = alerts({ to: slack({} as never) });
    expect(linesOf(clusterWith({}, { alerts: bad }).diagnostics)).toEqual([
      'error FX870 alerts.to.secret: slack() has no `secret`',
    ]);
    expect(linesOf(clusterWith({}, { alerts: 7 }).diagnostics)).toEqual([
      'error FX209 alerts: stage "apps" has alerts 7',
    ]);
    const claims = tenant({ name: 'claims', alerts: bad });
    expect(
      linesOf(clusterWith({ lockdown: true }, {}, claims).diagnostics).filter((one) => one.includes('FX870')),
    ).toEqual(['error FX870 alerts.to.secret: slack() has no `secret`']);
    const slacks = [alerts({ to: slack({ secret: 'one' }) }), alerts({ to: slack({ secret: 'two' }) })];
    expect(
      linesOf(clusterWith({ lockdown: true }, {}, tenant({ name: 'claims', alerts: slacks })).diagnostics).filter(
        (one) => one.startsWith('error'),
      ),
    ).toEqual(['error FX870 alerts.to: two destinations of alerts are called "slack"']);
  });

  it('leave the name of their addon to no other', () => {
    const notifications = defineAddon({ name: 'notifications', build: () => {} });
    const { diagnostics } = clusterWith(
      { alerts: alerts({ to: slack({ secret: { bootstrap: 'slack' } }) }) },
      {},
      notifications(),
    );
    expect(linesOf(diagnostics)).toEqual([
      "error FX201 : the name 'notifications' is that of the addon which has the cluster's alerts and receiver",
    ]);
  });
});

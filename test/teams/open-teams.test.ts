import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  alerts,
  ConfigMap,
  commitStatus,
  discord,
  FluxApp,
  FluxCluster,
  FluxspanError,
  githubDispatch,
  gitSource,
  googleChat,
  hostname,
  msTeams,
  openTeams,
  pagerDuty,
  slack,
  sops,
  type TenantOptions,
  tenant,
  webhook,
} from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'teams-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Teams {
  readonly dev: 'claims' | 'pay';
  readonly prod: 'claims';
}

const HEAD = 'apiVersion: fluxspan.dev/v1\nkind: Teams\nenvironments: [dev, prod]\n';
const open = (text: string, path?: string) => {
  writeFileSync(join(folder, 'teams.yaml'), HEAD + text);
  return openTeams<Teams>(pathToFileURL(join(folder, 'imports/teams.ts')).href, path);
};
const flux = {
  version: '2.9',
  noCrossNamespaceRefs: true,
  defaultServiceAccount: 'default',
  noRemoteBases: true,
} as const;
const clusterOf = (members: Parameters<typeof synth>[0]) =>
  new FluxCluster(new FluxApp(), 'dev', { flux }).stage('tenants', members);
const synth = (members: ReturnType<ReturnType<typeof open>['teamsIn']>) => synthCluster(clusterOf(members));

describe('openTeams', () => {
  it.each(['teams #1', '100%', 'a?b'])('reads a file in a folder with the name %s', (name) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'teams.yaml'), `${HEAD}teams:\n  claims:\n  pay:\n`);
    const { teamsIn } = open('teams:\n', `../${name}/teams.yaml`);
    expect(teamsIn('dev').map((one) => one.name)).toEqual(['claims', 'pay']);
  });
});

describe('teamsIn', () => {
  it('makes the same files as tenant() with the same options', () => {
    const { teamsIn } = open(`teams:
  claims:
    description: Handles claims
    source: { url: https://github.com/acme/claims, secretRef: { name: git } }
    path: ./deploy
    groups: [claims-developers, { name: auditors, role: view }]
    quota: { requests.cpu: 4, requests.memory: 16Gi }
    limits: [{ type: Container, default: { cpu: 1 } }]
    namespaces: [claims, claims-batch]
    namespaceLabels: { cost: c-1 }
    podSecurity: restricted
    serviceAccount: deployer
    gateways: [{ name: public, namespace: ingress }]
    stores: [vault]
    alerts: { type: slack, channel: claims, secretRef: { name: slack }, recoveries: true, exclude: [quota] }
    receiver: { type: github, events: [push], secretRef: { name: hook } }
    secrets: { age: age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p }
    imagePullSecrets: [{ name: registry }]
    keepClaims: false
    kustomization: { interval: 5m }
    environments:
      dev: { branch: main }
      prod: { semver: '>=1.0.0' }
`);
    const own: TenantOptions = {
      name: 'claims',
      description: 'Handles claims',
      source: gitSource({
        url: 'https://github.com/acme/claims',
        secretRef: { name: 'git', external: true },
        ref: { branch: 'main' },
      }),
      path: './deploy',
      groups: ['claims-developers', { name: 'auditors', role: 'view' }],
      quota: { 'requests.cpu': 4, 'requests.memory': '16Gi' },
      limits: [{ type: 'Container', default: { cpu: 1 } }],
      namespaces: ['claims', 'claims-batch'],
      namespaceLabels: { cost: 'c-1' },
      podSecurity: 'restricted',
      serviceAccount: 'deployer',
      gateways: [{ name: 'public', namespace: 'ingress' }],
      stores: ['vault'],
      alerts: alerts({
        to: slack({ channel: 'claims', secret: { bootstrap: 'slack' } }),
        recoveries: true,
        exclude: ['quota'],
      }),
      receiver: { type: 'github', events: ['push'], secretRef: { name: 'hook', external: true } },
      secrets: sops({ age: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p' }),
      imagePullSecrets: [{ name: 'registry', external: true }],
      keepClaims: false,
      kustomization: { interval: '5m' },
    };
    const { files } = synth(teamsIn('dev'));
    expect(files['tenants/dev/claims/git-repository.yaml']).toContain('branch: main');
    expect(files).toEqual(
      synthCluster(new FluxCluster(new FluxApp(), 'dev', { flux }).stage('tenants', [tenant(own)])).files,
    );
    expect(synth(teamsIn('prod')).files['tenants/dev/claims/git-repository.yaml']).toContain('semver: ">=1.0.0"');
  });

  const ref = (name: string) => ({ name, external: true });
  const bootstrap = 'alerts';
  const address = 'https://github.com/acme/claims';
  const url = 'https://alerts.example.org';
  const git = { secret: { bootstrap }, address };
  it.each<[yaml: string, code: Parameters<typeof alerts>[0]['to']]>([
    [
      'type: slack, secret: { store: vault, key: flux/slack }',
      slack({ secret: { store: 'vault', key: 'flux/slack' } }),
    ],
    ['type: slack, secret: slack', slack({ secret: 'slack' })],
    [
      'type: slack, name: oncall, bot: true, channel: a, username: b, suspend: true, secretRef: { name: alerts }',
      slack({ name: 'oncall', bot: true, channel: 'a', username: 'b', suspend: true, secret: { bootstrap } }),
    ],
    ['type: msteams, secretRef: { name: alerts }, timeout: 20s', msTeams({ secret: { bootstrap }, timeout: '20s' })],
    ['type: googlechat, secret: { bootstrap: alerts }', googleChat({ secret: { bootstrap } })],
    [
      'type: discord, secretRef: { name: alerts }, username: flux',
      discord({ secret: { bootstrap }, username: 'flux' }),
    ],
    [
      'type: pagerduty, secretRef: { name: alerts }, key: service_key',
      pagerDuty({ secret: { bootstrap }, key: 'service_key' }),
    ],
    [`type: generic, address: ${url}`, webhook({ address: url })],
    [
      'type: generic, secretRef: { name: alerts }, certSecretRef: { name: ca }, proxySecretRef: { name: proxy }',
      webhook({ secret: { bootstrap }, certSecretRef: ref('ca'), proxySecretRef: ref('proxy') }),
    ],
    ['type: generic-hmac, secretRef: { name: alerts }', webhook({ secret: { bootstrap }, hmac: true })],
    [
      `type: azuredevops, address: ${address}, serviceAccountName: status`,
      commitStatus({ type: 'azuredevops', address, serviceAccountName: 'status' }),
    ],
    ...(['bitbucket', 'bitbucketserver', 'gitea', 'github', 'gitlab'] as const).map(
      (type): [string, Parameters<typeof alerts>[0]['to']] => [
        `type: ${type}, address: ${address}, commitStatusExpr: "'flux'", secretRef: { name: alerts }`,
        commitStatus({ type, ...git, commitStatusExpr: "'flux'" }),
      ],
    ),
    [`type: githubdispatch, address: ${address}, secretRef: { name: alerts }`, githubDispatch(git)],
    [
      'type: telegram, channel: "-1", address: https://api.telegram.org, secretRef: { name: alerts }',
      { type: 'telegram', channel: '-1', address: 'https://api.telegram.org', secretRef: ref('alerts') },
    ],
  ])('makes of alerts { %s } what alerts() makes', (yaml, to) => {
    const { teamsIn } = open(`teams: { claims: { alerts: { ${yaml}, metadata: { a: b }, recoveries: true } } }\n`);
    const own = tenant({ name: 'claims', alerts: alerts({ to, metadata: { a: 'b' }, recoveries: true }) });
    const other = synthCluster(new FluxCluster(new FluxApp(), 'dev', { flux }).stage('tenants', [own]));
    const { files, diagnostics } = synth(teamsIn('dev'));
    const faultsOf = (all: typeof diagnostics) => all.map(({ code, message }) => `${code} ${message}`);
    expect(faultsOf(diagnostics)).toEqual(faultsOf(other.diagnostics));
    expect(files['tenants/dev/claims/provider.yaml']).toMatch(/^ {2}type: /m);
    expect(files).toEqual(other.files);
  });

  it('makes several alerts, and none where an environment says false', () => {
    const { teamsIn } = open(`defaults:
  alerts: [{ type: slack, secretRef: { name: a } }, { type: slack, name: b, secretRef: { name: b } }]
teams:
  claims: { environments: { dev: , prod: { alerts: false } } }
`);
    const own = tenant({
      name: 'claims',
      alerts: [
        alerts({ to: slack({ secret: { bootstrap: 'a' } }) }),
        alerts({ to: slack({ name: 'b', secret: { bootstrap: 'b' } }) }),
      ],
    });
    const other = synthCluster(new FluxCluster(new FluxApp(), 'dev', { flux }).stage('tenants', [own]));
    expect(synth(teamsIn('dev')).files).toEqual(other.files);
    expect(Object.keys(synth(teamsIn('prod')).files)).not.toContain('tenants/dev/claims/provider.yaml');
  });

  it('lets code add objects to a team', () => {
    const { teamsIn } = open('teams: { claims: , pay: }\n');
    const members = teamsIn('dev', (team) =>
      team === 'pay'
        ? {
            extend: (scope, { namespaces }) => void new ConfigMap(scope, 'own', { namespace: namespaces[0], data: {} }),
          }
        : undefined,
    );
    const { files } = synth(members);
    expect(Object.keys(files).filter((path) => path.endsWith('config-map.yaml'))).toEqual([
      'tenants/dev/pay/config-map.yaml',
    ]);
  });

  it('gives a team the vars that it names, of those that code offers', () => {
    const { teamsIn } = open('defaults: { vars: [TF_DOMAIN] }\nteams: { claims: , pay: { vars: [] } }\n');
    const offered = () => ({ vars: { TF_DOMAIN: hostname(), TF_REGION: hostname() } });
    const { files } = synth(teamsIn('dev', offered));
    expect(files['tenants/dev/claims/config-map.yaml']).toContain('TF_DOMAIN: ${TF_DOMAIN}');
    expect(files['tenants/dev/claims/config-map.yaml']).not.toContain('TF_REGION');
    expect(Object.keys(files).filter((path) => path.endsWith('config-map.yaml'))).toHaveLength(1);
  });

  it('refuses vars that code does not offer, each at its place in the file', () => {
    const { teamsIn } = open('teams:\n  claims: { vars: [TF_DOMIAN, toString] }\n  pay: { vars: [TF_X] }\n');
    const refusal = (() => {
      try {
        return teamsIn('dev', (team) => (team === 'claims' ? { vars: { TF_DOMAIN: hostname() } } : undefined));
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(FluxspanError);
    const { diagnostics } = refusal as FluxspanError;
    expect(diagnostics.map(({ code, at, message }) => `${code} ${at.file}: ${message}`)).toEqual([
      `FX820 teams.yaml:5:20: team "claims" names the var "TF_DOMIAN", which the platform's code doesn't offer`,
      `FX820 teams.yaml:5:31: team "claims" names the var "toString", which the platform's code doesn't offer`,
      `FX820 teams.yaml:6:17: team "pay" names the var "TF_X", which the platform's code doesn't offer`,
    ]);
    expect(diagnostics[0]!.fix).toContain('did you mean "TF_DOMAIN"?');
  });

  it('has everything that synth says of a team at its line in the file', () => {
    const { teamsIn } = open('teams:\n  claims:\n    namespaces: [shared]\n  pay:\n    namespaces: [shared]\n');
    const found = synth(teamsIn('dev')).diagnostics.filter(({ code }) => code === 'FX811');
    expect(found.map(({ at }) => at.source)).toEqual(['teams.yaml:7:3']);
  });

  it('is empty for an environment without teams', () => {
    const { diagnostics } = synth(open('teams:\n').teamsIn('dev'));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('refuses an environment that the file does not have, at the line that asks', () => {
    const { teamsIn } = open('teams:\n');
    const asks = () => teamsIn('prd' as 'prod');
    expect(asks).toThrow(FluxspanError);
    expect(asks).toThrow(/FX821.*teams\.yaml has no environment "prd"/s);
  });

  it('says that a file is missing, and what helps where it is in a repository of its own', () => {
    const ask = () => openTeams(pathToFileURL(join(folder, 'imports/teams.ts')).href, '../systems/teams.yaml');
    expect(ask).toThrow(/FX820.*systems\/teams\.yaml can't be read/s);
    expect(ask).toThrow(/git submodule update --init/);
  });
});

describe('a team in "removed"', () => {
  it('is declared as removed, also by a stage without teams, or one whose list code has made', () => {
    const { teamsIn } = open(
      'teams: { pay: }\nremoved: { claims: moved, old: { reason: gone, environments: [prod] } }\n',
    );
    const removals = (members: Parameters<typeof clusterOf>[0]) =>
      clusterOf(members).removals.map(({ what, reason, place }) => [what, reason, place()]);
    const claims = ['claims', 'moved', expect.stringMatching(/^teams\.yaml:5:\d+$/)];
    expect(removals(teamsIn('dev'))).toEqual([claims]);
    expect(removals([...teamsIn('dev')])).toEqual([claims]);
    expect(removals(teamsIn('prod'))).toHaveLength(2);
    const { teamsIn: none } = open('removed: { claims: moved }\n');
    expect(removals(none('dev'))).toHaveLength(1);
  });
});

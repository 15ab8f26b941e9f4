import { describe, expect, it } from 'vitest';
import { sortDiagnostics } from '../../src/diagnostics/index.js';
import { parseTeams } from '../../src/teams/parse-teams.js';

const HEAD = 'apiVersion: fluxspan.dev/v1\nkind: Teams\nenvironments: [dev, prod]\n';

/** What is wrong with a file, a line each; teams begin in line 4. */
const faultsOf = (text: string): readonly string[] =>
  sortDiagnostics(parseTeams(text, 'teams.yaml').problems).map(
    ({ code, at, message, fix }) => `${code} ${at.file}: ${message} | ${fix}`,
  );
const ofTeams = (...lines: readonly string[]) => faultsOf(`${HEAD}teams:\n${lines.join('\n')}\n`);
const only = (faults: readonly string[]): string => {
  expect(faults).toHaveLength(1);
  return faults[0]!;
};

describe('parseTeams', () => {
  it('gives the options of a tenant in each environment, of which the most special layer counts', () => {
    const { teams, problems } = parseTeams(
      `${HEAD}defaults:
  quota: { requests.cpu: 4 }
  branch: main
teams:
  claims:
    source: { url: https://github.com/acme/claims, secretRef: { name: git } }
    groups: [a, { name: b, role: view }]
    environments:
      prod: { semver: 1.x, quota: { requests.cpu: 8 } }
      dev:
  pay: { source: 'oci://ghcr.io/acme/pay', environments: [prod], tag: '1.0' }
  none:
`,
      'teams.yaml',
    );
    expect(problems).toEqual([]);
    const claims = teams.get('claims')!;
    expect([...claims.environments.keys()]).toEqual(['dev', 'prod']);
    expect(claims.place).toBe('teams.yaml:8:3');
    const { options: dev, ref } = claims.environments.get('dev')!;
    expect(ref).toEqual({ branch: 'main' });
    expect(dev).toMatchObject({
      name: 'claims',
      quota: { 'requests.cpu': 4 },
      groups: ['a', { name: 'b', role: 'view' }],
      source: {
        kind: 'GitRepository',
        props: { url: 'https://github.com/acme/claims', ref, secretRef: { name: 'git', external: true } },
      },
    });
    const prod = claims.environments.get('prod')!;
    expect(prod.ref).toEqual({ semver: '1.x' });
    expect(prod.options.quota).toEqual({ 'requests.cpu': 8 });
    const pay = teams.get('pay')!.environments;
    expect([...pay.keys()]).toEqual(['prod']);
    expect(pay.get('prod')!.options.source).toMatchObject({ kind: 'OCIRepository', props: { ref: { tag: '1.0' } } });
    expect(teams.get('none')!.environments.get('dev')!.options.source).toBeUndefined();
  });

  it('finds a receiver without a secret, which the API server would refuse', () => {
    const source = 'source: https://github.com/acme/claims, branch: main';
    expect(only(ofTeams(`  claims: { ${source}, receiver: { type: github } }`))).toBe(
      'FX820 teams.yaml:5:67: "receiver" of team "claims" has no "secretRef" | write receiver: { type: github, secretRef: { name: webhook } }',
    );
    expect(ofTeams(`  claims: { ${source}, receiver: { type: generic-oidc } }`)).toEqual([]);
  });

  it('finds a misspelt key wherever it stands', () => {
    expect(
      ofTeams(
        '  claims:',
        '    qouta: {}',
        '    source: { ulr: https://x.example.org, url: https://x.example.org }',
        '    kustomization: { intervall: 5m }',
        '    environments:',
        '      dev: { brnch: main, branch: main }',
        '      prd: { branch: main }',
        '    offboard: { raeson: a, reason: b }',
      ),
    ).toEqual([
      'FX820 teams.yaml:10:14: environment "dev" of team "claims" has no key "brnch" | did you mean "branch"?',
      'FX821 teams.yaml:11:7: team "claims" is in "prd", which "environments" at the top of the file lacks | did you mean "prod"?',
      'FX820 teams.yaml:12:17: "offboard" of team "claims" has no key "raeson" | did you mean "reason"?',
      'FX820 teams.yaml:6:5: team "claims" has no key "qouta" | did you mean "quota"?',
      'FX820 teams.yaml:7:15: "source" of team "claims" has no key "ulr" | did you mean "url"?',
      'FX820 teams.yaml:8:22: `kustomization` of tenant "claims" takes no field "intervall" | did you mean "interval"?',
    ]);
    expect(only(faultsOf(`${HEAD}team: {}\n`))).toBe(
      'FX820 teams.yaml:4:1: the file has no key "team" | did you mean "teams"?',
    );
  });

  it('finds a misspelt key next to a source without a branch', () => {
    const source = 'source: https://github.com/acme/claims';
    const messagesOf = (team: string) => ofTeams(`  claims: { ${source}, ${team} }`).map((one) => one.split(' | ')[0]);
    const lacks = (whose: string) => `team "claims" doesn't say which branch, tag or range of its source ${whose}`;
    expect(messagesOf('brnch: main')).toEqual([
      `FX820 teams.yaml:5:3: ${lacks('"dev" and "prod" get')}`,
      'FX820 teams.yaml:5:53: team "claims" has no key "brnch"',
    ]);
    expect(messagesOf('environments: { dev: { brnch: main } }')).toEqual([
      `FX820 teams.yaml:5:69: ${lacks('"dev" gets')}`,
      'FX820 teams.yaml:5:76: environment "dev" of team "claims" has no key "brnch"',
    ]);
  });

  it('finds what belongs below an environment, and a destination of alerts or pushes without a type', () => {
    expect(
      ofTeams(
        '  claims:',
        '    source: https://github.com/acme/claims',
        '    branch: main',
        '    alerts: { to: { slack: {} } }',
        '    receiver: { secretRef: { name: webhook } }',
        '    environments:',
        '      dev:',
        '      semver: 1.x',
      ),
    ).toEqual([
      'FX821 teams.yaml:12:7: team "claims" is in "semver", which "environments" at the top of the file lacks | write it below an environment, indented: dev: { semver: … }',
      'FX820 teams.yaml:8:5: "alerts" of team "claims" has no "type" | write alerts: { type: slack, secretRef: { name: slack } }',
      'FX820 teams.yaml:9:5: "receiver" of team "claims" has no "type" | write receiver: { type: github, secretRef: { name: webhook } }',
    ]);
  });

  const withAlerts = (alerts: string) => ofTeams('  claims:', `    alerts: ${alerts}`);
  it.each([
    [
      '{ type: slak, secretRef: { name: a } }',
      '15: "alerts.type" of team "claims" is "slak", which Flux doesn\'t have | did you mean "slack"?',
    ],
    [
      '{ type: teams, secretRef: { name: a } }',
      '15: "alerts.type" of team "claims" is "teams", which Flux doesn\'t have | did you mean "msteams"?',
    ],
    ['slack', '5: "alerts" of team "claims" is "slack" | write alerts: { type: slack, secretRef: { name: slack } }'],
    ['[]', '5: "alerts" of team "claims" is [] | write alerts: { type: slack, secretRef: { name: slack } }'],
    [
      '{ type: slack }',
      '5: "alerts" of team "claims" has no "secretRef" | name the Secret with "address": secretRef: { name: slack }',
    ],
    [
      '{ type: pagerduty }',
      '5: "alerts" of team "claims" has no "secretRef" | name the Secret with "routing_key": secretRef: { name: pagerduty }',
    ],
    [
      '[{ type: generic, address: "https://a.example.org" }, { type: discord }]',
      '67: "alerts[1]" of team "claims" has no "secretRef" | name the Secret with "address": secretRef: { name: discord }',
    ],
    [
      '{ type: slack, bot: true, secretRef: { name: a } }',
      '5: "alerts" of team "claims" has no "channel" | write the channel: channel: claims',
    ],
    [
      '{ type: github, secretRef: { name: a } }',
      '5: "alerts" of team "claims" has no "address" | write the URL of the repository: address: https://github.com/acme/claims',
    ],
    [
      '{ type: generic, address: alerts.example.org }',
      '30: "alerts.address" of team "claims" is "alerts.example.org" | give a URL: \'https://alerts.example.org/flux\'',
    ],
    [
      '{ type: slack, chanel: b, secretRef: { name: a } }',
      '28: "alerts" of team "claims" has no key "chanel" | did you mean "channel"?',
    ],
    ['{ type: telegram, nats: b }', '31: "alerts" of team "claims" has no key "nats" | '],
    [
      '{ type: slack, secretRef: { name: a, key: b } }',
      '50: "alerts.secretRef" of team "claims" has no key "key" | there is "name"',
    ],
    [
      '{ type: slack, secretRef: { name: a }, exclude: x }',
      '52: "alerts.exclude" of team "claims" is "x" | give a list of texts',
    ],
    [
      '{ type: slack, secretRef: { name: a }, alert: { summary: x } }',
      '52: "alerts" of team "claims" has no key "alert" | write exclude for its exclusionList',
    ],
    [
      '{ type: slack, secretRef: { name: a }, secret: b }',
      '52: "alerts" of team "claims" has both "secret" and "secretRef" | keep one of them',
    ],
    [
      '{ type: slack, secret: { store: vault, key: a, sops: b } }',
      '28: "alerts.secret" of team "claims" isn\'t where a Secret comes from | write secretRef: { name: slack }',
    ],
    [
      '{ type: pagerduty, secret: { store: vault, key: a } }',
      '32: "alerts.secret" of team "claims" must be in the cluster before the team, whose Kustomization substitutes it | write secretRef: { name: pagerduty }, a Secret in flux-system',
    ],
    [
      '[{ type: slack, secretRef: { name: a } }, { type: slack, secretRef: { name: b } }]',
      '55: two alerts of team "claims" are called "slack" | give one of them a name of its own: name: slack-oncall',
    ],
  ])('finds what is wrong with alerts: %s', (given, expected) => {
    expect(only(withAlerts(given).map((one) => one.slice(0, `FX820 teams.yaml:6:${expected}`.length)))).toBe(
      `FX820 teams.yaml:6:${expected}`,
    );
  });

  const hook = 'https://hooks.slack.com/services/T0ABCDEFG/B0ABCDEFG/abcdefghijklmnopqrstuvwx';
  it.each([
    [hook, 'alerts'],
    [`{ type: slack, secretRef: { name: a }, address: '${hook}' }`, 'alerts.address'],
    [`{ type: slack, secretRef: '${hook}' }`, 'alerts.secretRef'],
    [`[{ type: slack, secretRef: { name: '${hook}' } }]`, 'alerts[0].secretRef.name'],
    [`{ type: slack, secret: { bootstrap: '${hook}' } }`, 'alerts.secret.bootstrap'],
    [`{ type: slack, secretRef: { name: a }, channel: '${hook}' }`, 'alerts.channel'],
    [`{ type: slack, secretRef: { name: a }, metadata: { a: '${hook}' } }`, 'alerts.metadata.a'],
    [`{ type: generic, secretRef: { name: a }, address: '${hook}' }`, 'alerts.address'],
    [`{ type: telegram, channel: '1', address: '${hook}' }`, 'alerts.address'],
    ['{ type: msteams, secretRef: { name: a }, adress: https://x.example.org/abcdefghijkl }', 'alerts.adress'],
    ['{ type: slack, secretRef: { name: a }, token: abcdefghijkl }', 'alerts.token'],
    ['{ type: pagerduty, secretRef: { name: a }, channel: abcdefghijkl }', 'alerts.channel'],
  ])('refuses an address of alerts in clear text, and never shows it: %s', (given, path) => {
    const faults = withAlerts(given);
    expect(only(faults)).toMatch(/^FX823 teams.yaml:6:\d+: /);
    expect(only(faults)).toContain(`"${path}" of team "claims" is a secret in clear text`);
    expect(only(faults)).not.toContain('abcdefghijkl');
  });

  it('finds an address in clear text in defaults and in an environment, too, and shows no text that may be one', () => {
    expect(only(faultsOf(`${HEAD}defaults: { alerts: '${hook}' }\n`))).toMatch(/^FX823 teams.yaml:4:/);
    const inDev = `    environments: { dev: { alerts: { type: slack, secretRef: { name: '${hook}' } } } }`;
    expect(only(ofTeams('  claims:', inDev))).toMatch(/^FX823 teams.yaml:6:/);
    expect(only(withAlerts('{ type: slack, secretRef: abcdefghijkl }'))).toBe(
      'FX820 teams.yaml:6:28: "alerts.secretRef" of team "claims" isn\'t where a Secret comes from | write alerts: { type: slack, secretRef: { name: slack } }',
    );
  });

  it('says once that the list of environments is missing, and not of each team that it is in an unknown one', () => {
    const team = '  claims: { environments: { dev: {} } }\nremoved: { pay: { reason: moved, environments: [dev] } }';
    expect(faultsOf(`apiVersion: fluxspan.dev/v1\nkind: Teams\nteams:\n${team}\n`)).toEqual([
      'FX820 teams.yaml:1:1: the file has no "environments" | write environments: [dev, prod]',
    ]);
  });

  it('reports a team that is there twice, and what is wrong with both', () => {
    expect(ofTeams('  claims: { groups: "" }', '  pay:', '  claims: { podSecurity: none }')).toEqual([
      'FX820 teams.yaml:5:13: a group of tenant "claims" is empty | name the group as the API server sees it, such as its object ID in the directory; or leave `groups` out',
      'FX820 teams.yaml:7:13: `podSecurity` of tenant "claims" is "none" | write one of privileged, baseline, restricted, or false',
      'FX822 teams.yaml:7:3: team "claims" is in teams.yaml twice: here, and first in line 5 | keep one, or give another team a name of its own',
    ]);
    expect(only(ofTeams('  claims:', '    groups: a', '    groups: b'))).toMatch(
      /^FX822 teams.yaml:7:5: the key "groups" is in teams.yaml twice: here, and first in line 6/,
    );
    expect(only(faultsOf(HEAD.replace('[dev, prod]', '[dev, dev]')))).toMatch(
      /^FX822 teams.yaml:3:21: the environment "dev" is listed twice/,
    );
  });

  it('reports a team that is both there and removed', () => {
    expect(only(faultsOf(`${HEAD}teams:\n  claims:\nremoved:\n  claims: moved\n`))).toMatch(
      /^FX822 teams.yaml:7:3: team "claims" is in "removed", and still in "teams" for dev, prod/,
    );
    const text = `${HEAD}teams:\n  claims: { environments: [dev] }\nremoved:\n  claims: { reason: a, environments: [prod] }\n`;
    expect(parseTeams(text, 'teams.yaml')).toMatchObject({
      problems: [],
      removed: [{ name: 'claims', reason: 'a', environments: ['prod'], place: 'teams.yaml:7:3' }],
    });
    expect(only(faultsOf(`${HEAD}removed:\n  claims: { reason: a, environments: [prd] }\n`))).toMatch(/^FX821 /);
  });

  it.each([
    'https://user:hunter2@github.com/acme/claims',
    'https://hunter2@github.com/acme/claims',
    'https://github.com/acme/claims?token=hunter2',
    'ssh://git:hunter2@github.com/acme/claims',
    'oci://hunter2@ghcr.io/acme/claims',
  ])('refuses the credential in %s, and never prints it', (url) => {
    for (const source of [`'${url}'`, `{ url: '${url}', ulr: 1 }`]) {
      const faults = ofTeams('  claims:', '    branch: main', `    source: ${source}`);
      expect(faults.filter((one) => one.startsWith('FX823 teams.yaml:7:'))).toHaveLength(1);
      expect(JSON.stringify(parseTeams(`${HEAD}teams: { claims: { source: ${source} } }`, 'teams.yaml'))).not.toContain(
        'hunter2',
      );
    }
  });

  it('refuses a private key, and never prints it', () => {
    const source = 'source: https://x.example.org\n    branch: main\n';
    const text = `${HEAD}teams:\n  claims:\n    secrets: { age: AGE-SECRET-KEY-1HUNTER2 }\n    ${source}`;
    expect(only(faultsOf(text))).toBe(
      'FX823 teams.yaml:6:16: "age" of team "claims" has a credential in it | give the public key instead (age-keygen -y), and make a new private one if it was ever committed',
    );
    expect(JSON.stringify(parseTeams(text, 'teams.yaml'))).not.toContain('HUNTER2');
  });

  it.each([
    ['branch: [xoxb-123456789012-abcdefghijkl]', /^FX823 .*has a credential in it/],
    ['branch: { password: abcdefghijkl }', /^FX820 .*"branch" of team "claims" is a map/],
    ['receiver: https://api.telegram.org/bot123456789:AAabcdefghijklmnopqrstuvwxyz0123456', /FX823/],
  ])('prints nothing that a value holds: %s', (line, message) => {
    const faults = ofTeams('  claims:', `    ${line}`, '    source: https://x.example.org');
    expect(faults.join('\n')).toMatch(message);
    expect(faults.join('\n')).not.toContain('abcdefghijkl');
  });

  it('prints no member of a list of teams', () => {
    const faults = faultsOf(`${HEAD}teams:\n  - name: claims\n    password: abcdefghijkl\n`);
    expect(only(faults)).toMatch(/^FX820 .*"teams" of the file is a list/);
  });

  it('takes addresses without a credential', () => {
    for (const url of ['ssh://git@github.com/acme/claims', 'https://github.com/acme/claims', 'oci://ghcr.io/acme/x']) {
      const ref = url.startsWith('oci') ? 'tag: v1' : 'branch: main';
      expect(ofTeams('  claims:', `    ${ref}`, `    source: ${url}`)).toEqual([]);
    }
  });

  it('says where a source gets nothing to fetch, or there is no source', () => {
    expect(only(ofTeams('  claims: { source: https://x.example.org }'))).toBe(
      'FX820 teams.yaml:5:3: team "claims" doesn\'t say which branch, tag or range of its source "dev" and "prod" get | say it: dev: { branch: main }; or a tag, or a range: { semver: 1.x }',
    );
    expect(only(ofTeams('  claims: { branch: main }'))).toBe(
      'FX820 teams.yaml:5:13: team "claims" has "branch" and no "source" | write the address of its repository: source: https://github.com/acme/claims',
    );
    expect(only(ofTeams('  claims: { source: https://x.example.org, branch: a, tag: b }'))).toMatch(
      /"branch" and "tag" don't go together/,
    );
    expect(only(ofTeams('  claims: { source: https://x.example.org, branch: 1.10 }'))).toBe(
      'FX820 teams.yaml:5:44: "branch" of team "claims" is 1.1 | write it in quotes',
    );
  });

  it.each<readonly [string, string, RegExp]>([
    ['nothing', '', /^FX820 teams.yaml: teams.yaml is empty/],
    ['a list', '- a', /^FX820 teams.yaml:1:1: teams.yaml isn't a map/],
    ['no YAML', `${HEAD}teams: [`, /^FX820 teams.yaml:\d+:\d+: teams.yaml isn't valid YAML/],
    ['a tab', `${HEAD}teams:\n\tclaims:\n`, /^FX820 teams.yaml:\d+:\d+: teams.yaml isn't valid YAML/],
    ['two documents', `${HEAD}---\na: 1\n`, /^FX820 teams.yaml:5:1: teams.yaml has a second document/],
    ['an unknown alias', `${HEAD}teams: *x\n`, /^FX820 teams.yaml.*isn't valid YAML/],
    ['a list of teams', `${HEAD}teams: [claims]\n`, /^FX820 teams.yaml:4:1: "teams" of the file is a list/],
    [
      'no environments',
      'apiVersion: fluxspan.dev/v1\nkind: Teams\n',
      /^FX820 teams.yaml:1:1: the file has no "environments"/,
    ],
    ['another kind', HEAD.replace('Teams', 'Versions'), /^FX820 teams.yaml:2:1: "kind" of the file is "Versions"/],
    [
      'a name that leads elsewhere',
      `${HEAD}teams: { ../../evil: {} }\n`,
      /the team name "..\/..\/evil" is not a DNS label/,
    ],
    [
      'a name of JavaScript',
      `${HEAD}teams: { __proto__: { groups: a } }\n`,
      /the team name "__proto__" is not a DNS label/,
    ],
    ['a reserved name', `${HEAD}teams: { constructor: {} }\n`, /the team name "constructor" is reserved/],
    [
      'a boolean for a name',
      `${HEAD}teams: { Yes: {} }\n`,
      /^FX820 teams.yaml:4:10: the key Yes is a boolean to YAML, and no text/,
    ],
    [
      'an environment with a quote',
      HEAD.replace('[dev', '[' + '"d\'ev"'),
      /^FX820 teams.yaml:3:16: the environment "d'ev" isn't a name/,
    ],
    [
      'a path that leaves',
      `${HEAD}teams: { a: { source: 'https://x.example.org', branch: a, path: ../x } }\n`,
      /which leaves its repository/,
    ],
  ])('refuses %s', (_, text, message) => {
    const faults = faultsOf(text);
    expect(
      faults.some((one) => message.test(one)),
      faults.join('\n'),
    ).toBe(true);
  });

  it('takes a name that is a word of YAML 1.1 for a name, if it is in quotes', () => {
    expect(ofTeams("  'on': {}", "  'null': {}")).toEqual([]);
  });

  it.each(['file:///etc/passwd', 'https://', 'https://a b', 'javascript:alert(1)'])(
    'refuses the address %s, from which Flux fetches nothing',
    (url) => {
      const faults = ofTeams('  claims:', '    branch: main', `    source: '${url}'`);
      expect(only(faults)).toMatch(/^FX820 teams.yaml:7:5: "source" of team "claims" is ".*write source: https:/);
    },
  );

  it.each(['source: git@github.com:acme/claims.git', 'source: { url: git@github.com:acme/claims.git }'])(
    'says how the address of SSH is written that a host shows: %s',
    (line) => {
      const faults = ofTeams('  claims:', '    branch: main', `    ${line}`);
      expect(only(faults)).toContain(
        "write source: { url: 'ssh://git@github.com/acme/claims.git', secretRef: { name: git } }",
      );
    },
  );

  it.each([
    ['Pay', 'pay'],
    ['team_a', 'team-a'],
    ['__', 'claims'],
  ])('proposes a name for %s', (name, fix) => {
    expect(only(ofTeams(`  ${name}: {}`))).toMatch(new RegExp(`\\| give it another name: ${fix}$`));
  });

  it('finds the place of what anchors and merges bring in', () => {
    expect(ofTeams('  a: &a { keepClaims: 5 }', '  b: *a', '  c: { <<: *a }')).toEqual([
      'FX820 teams.yaml:5:11: `keepClaims` of tenant "a" is 5 | write true or false',
      'FX820 teams.yaml:5:11: `keepClaims` of tenant "b" is 5 | write true or false',
      'FX820 teams.yaml:5:11: `keepClaims` of tenant "c" is 5 | write true or false',
    ]);
  });
});

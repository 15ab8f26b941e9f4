import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeExample } from './aws/describe-example.js';
import {
  cluster,
  domain,
  type ExamplePlatform,
  passwordsOf,
  startExamplePlatform,
  variables,
} from './aws/example-platform.js';
import {
  allowedOn,
  allowing,
  expectClosedNetwork,
  expectNodeRoles,
  expectOwnLoadBalancers,
  expectOwnRulesOnly,
  expectPolicySizes,
  expectRoles,
  expectSettings,
} from './aws/judged-plan.js';
import { account, region } from './aws/moto.js';
import { withOneKeyMore, withOneNewPassword } from './aws/overrides.js';
import { actionsOf, diagnosticsOf } from './aws/plan-output.js';
import { readCommand } from './aws/readme.js';
import { expectSameNetwork, expectSamePlatform, expectUpgradesOneByOne } from './aws/refused-changes.js';
import { type Resources, readResources, zoneIds } from './aws/state.js';
import { servePlatform } from './platform.js';
import { platform, verifyContract } from './terraform-module.js';
import type { Tree } from './tree.js';
import { valuesSeen } from './values-seen.js';

const otherDomain = 'example.net';
/** What the second run changes. Not by `-var`: OpenTofu compares a plan's variables with those of the files when it applies it. */
const changed = { ...variables, domain: otherDomain };
/** Someone's own token for authentik. */
const keptToken = 'a-token-that-someone-wrote-by-hand';
const clean = { code: 0, stdout: expect.stringContaining('it keeps the contract of cluster "dev"') };

/** Tells, in the plan, that secrets were edited: as Terraform breaks it into lines. */
const editWarning = (name: string) =>
  new RegExp(
    `Check block assertion failed.*current version of ${name}-[0-9a-f]+ wasn't Terraform's.*Applying the plan makes what main\\.tf says current again.*To keep an edited value, don't apply yet:.* --name /${cluster}/<password> --value file://<file> --region ${region}\\), and plan again\\.`,
  );
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');

await describeExample('applied', (live, program, python) => {
  let example: ExamplePlatform;
  /** The errors of a plan with bad input. */
  let refusals: Promise<PromiseSettledResult<readonly string[]>> | undefined;
  /** Plans that would make another platform of this one. */
  let otherPlans: Promise<PromiseSettledResult<void>> | undefined;
  /** The zones of us-east-1 from which the example chooses. */
  let offered: readonly string[] = [];
  let drawn: Readonly<Record<string, string>> = {};
  /** The password of the second version. */
  let drawnLater = 'not drawn yet';
  /** The platform's tree, with its sources pointed at what is served here. */
  let served: Promise<Tree>;

  beforeAll(async () => {
    example = await startExamplePlatform(live(), program, python());
  }, 300_000);
  afterAll(() => example?.stop());

  const state = async (): Promise<Resources> => readResources(await example.root.read('show'));
  /** Everything wrong at once, in a root of its own. */
  const refusedPlan = async (): Promise<readonly string[]> => {
    const bad = {
      ...variables,
      domain: 'nowhere.example',
      region: 'us-west-1',
      admins: [`arn:aws:iam::${account}:role/other`],
      api_cidrs: ['0.0.0.0/1', '128.0.0.0/1', '192.0.2.7'],
      private_api_cidrs: ['10.0.0.1/16'],
    };
    const other = await example.makeRoot('other', bad);
    try {
      const planned = await other.tryRun('plan', '-json');
      const { domain: _, ...noDomain } = bad;
      other.setVariables(noDomain);
      const unplanned = await other.tryRun('plan', '-json');
      expect([planned.code, unplanned.code]).toEqual([1, 1]);
      other.setVariables({ ...variables, region: 'us-east-1' });
      const { json } = await other.plan('zones', '-target=module.aws.data.aws_availability_zones.this');
      offered = zoneIds(json);
      other.setVariables({ ...variables, zones: ['eu-west-1a', 'eu-west-1z'], private_api_cidrs: [], api_cidrs: null });
      const closed = await other.tryRun('plan', '-json');
      return [planned, unplanned, closed].flatMap(({ stdout }) => diagnosticsOf(stdout));
    } finally {
      other.remove();
    }
  };

  /** In a second copy, with the same state: what is refused changes nothing. */
  const refuseOtherPlans = async (): Promise<void> => {
    const other = await example.makeRoot('platform', changed);
    try {
      await expectUpgradesOneByOne(other);
      await expectSameNetwork(other, changed);
      await expectSamePlatform(other, variables);
    } finally {
      other.remove();
    }
  };

  it('is planned with every key of the contract proven', async () => {
    const { file, json } = await example.root.plan('first');
    expect(await verifyContract(file)).toMatchObject(clean);
    expectSettings(readResources(json), domain);
  });

  it('is applied as it is shipped', async () => {
    // The provider asks RDS a minute later: time for other plans, and for what Flux will fetch.
    refusals = Promise.allSettled([refusedPlan()]).then(([one]) => one);
    served = servePlatform(live(), platform);
    served.catch(() => undefined);
    await example.root.run('apply', '-no-color', 'first.plan');
    expect(example.moto.unknownCalls()).toEqual([]);
    expectClosedNetwork(await state());
  });

  it('is let in by its access entry, with the token of the AWS CLI', () => {
    const session = `arn:aws:sts::${account}:assumed-role/terraform/test`;
    expect([...new Set(example.webhook.verdicts)]).toEqual([session]);
  });

  it('refuses bad input in words that say what to do', async () => {
    const outcome = await refusals;
    if (outcome?.status !== 'fulfilled') throw outcome?.reason;
    expect(outcome.value).toEqual([
      expect.stringMatching(
        /^Region us-west-1 offers 2 availability zones for EKS to this account, and zone_count asks for 3\./,
      ),
      expect.stringContaining("isn't in admins, so the cluster would refuse it. Add this ARN to admins."),
      expect.stringMatching(/^This account has 0 public hosted zones named nowhere\.example.*Create the zone/),
      // OpenTofu tells one mistake of each variable.
      ...(program.endsWith('tofu')
        ? []
        : [
            expect.stringMatching(
              /^api_cidrs holds 0\.0\.0\.0\/1, 128\.0\.0\.0\/1, 192\.0\.2\.7; each must be .* for one address\./,
            ),
          ]),
      expect.stringMatching(
        /^api_cidrs holds 0\.0\.0\.0\/1, 128\.0\.0\.0\/1, which .* List the blocks of your offices/,
      ),
      expect.stringMatching(/^private_api_cidrs holds 10\.0\.0\.1\/16; each must be .* for one address\./),
      expect.stringMatching(/^The root module input variable "domain" is not set/),
      expect.stringMatching(/^api_cidrs and private_api_cidrs are both empty, .* in api_cidrs otherwise\./),
      expect.stringMatching(/^zones lists eu-west-1z, and region eu-west-1 offers eu-west-1a, .* Choose from these\./),
    ]);
  });

  it('chooses no zone that EKS refuses', async () => {
    await refusals;
    expect([...offered].sort()).toEqual(['use1-az1', 'use1-az2', 'use1-az4', 'use1-az5', 'use1-az6']);
  });

  it('gives everything that calls AWS a role of its own', async () => {
    const applied = await state();
    expectRoles(applied, platform.tree);
    expectPolicySizes(applied);
    const policy = applied.one('aws_iam_role_policy', 'karpenter').values.policy as string;
    const { vars, values } = await example.given();
    const queue = (values['karpenter'] as { settings: { interruptionQueue: string } }).settings.interruptionQueue;
    expect(allowedOn(policy, 'sqs:ReceiveMessage')).toEqual([`arn:aws:sqs:${region}:${account}:${queue}`]);
    expect(allowedOn(policy, 'iam:PassRole')).toEqual([
      `arn:aws:iam::${account}:role/${vars['TF_K8S_NODE_ROLE_NAME']}`,
    ]);
    expectOwnRulesOnly(applied);
    for (const action of ['ec2:TerminateInstances', 'ec2:DeleteLaunchTemplate', 'iam:DeleteInstanceProfile']) {
      for (const { Condition } of allowing(policy, action)) {
        expect(Condition?.['StringEquals'], action).toMatchObject({
          [`aws:ResourceTag/kubernetes.io/cluster/${cluster}`]: 'owned',
        });
      }
    }
    const nodeGroup = applied.one('aws_eks_cluster').values.vpc_config[0].cluster_security_group_id as string;
    const balancing = applied.one('aws_iam_role_policy', 'alb-controller').values.policy as string;
    expectOwnLoadBalancers(balancing, cluster, nodeGroup);
    expectNodeRoles(applied, vars['TF_K8S_NODE_ROLE_NAME'] ?? '');
    const dns = applied.one('aws_iam_role_policy', 'external-dns').values.policy as string;
    expect(allowedOn(dns, 'route53:ListResourceRecordSets')).toEqual(['arn:aws:route53:::hostedzone/*']);
    expect(allowedOn(dns, 'route53:ChangeResourceRecordSets')).toEqual([
      expect.stringMatching(/^arn:aws:route53:::hostedzone\/[A-Z0-9]+$/),
    ]);
    const secretArns = [
      vars['TF_AUTHENTIK_DB_SECRET_ARN'],
      vars['TF_AUTHENTIK_SECRET_MANAGER_ARN'],
      vars['TF_HEADLAMP_SECRET_MANAGER_ARN'],
    ];
    const reading = applied.one('aws_iam_role_policy', 'external-secrets').values.policy as string;
    expect(allowedOn(reading, 'secretsmanager:GetSecretValue')).toEqual([...secretArns].sort());
  });

  it('installs the agent for pod identities first', async () => {
    const created = async (addon: string) => {
      const found = JSON.parse(await example.moto.ask('eks', `/clusters/${cluster}/addons/${addon}`)) as {
        addon: { createdAt: number };
      };
      return found.addon.createdAt;
    };
    const agent = await created('eks-pod-identity-agent');
    for (const addon of ['vpc-cni', 'aws-ebs-csi-driver']) expect(await created(addon), addon).toBeGreaterThan(agent);
  });

  it('keeps the contract, as its state and its outputs say', async () => {
    const file = join(dirname(live().kubeconfig), 'given.json');
    for (const what of ['show', 'output'] as const) {
      writeFileSync(file, await example.root.read(what));
      expect(await verifyContract(file)).toMatchObject(clean);
    }
    await example.expectConfigMaps();
  });

  it('stores exactly the keys of the contract in each secret', async () => {
    for (const [name, { properties, managedBy }] of Object.entries(platform.contract.secrets)) {
      const secret = await example.stored(name);
      if (managedBy === 'terraform') expect(Object.keys(secret).sort(), name).toEqual(Object.keys(properties).sort());
      else expect(Object.keys(secret).sort(), name).toEqual(['password', 'username']);
    }
    drawn = { ...(await example.stored('authentik')), ...(await example.stored('headlamp')) };
    const passwords = passwordsOf(drawn);
    expect(new Set(passwords).size).toBe(4);
    for (const password of passwords) expect(password).toMatch(/^[A-Za-z0-9]{50}$/);
  });

  it('has nothing left to do, and is all that the platform needs to become ready', async () => {
    await live().startFlux();
    const ready = (async () => {
      await live().applyTree(await served, { cluster: 'dev' });
      await live().untilReady({ timeout: 240_000 });
    })();
    const [settled] = await Promise.all([example.root.tryRun('plan', '-no-color', '-detailed-exitcode'), ready]);
    expect(settled, settled.stdout).toMatchObject({ code: 0 });
    expect(example.root.printed()).not.toContain('Check block');
  });

  it('shows a new key, a changed domain and an edit by hand, and applies them', async () => {
    await example.moto.aws('route53', 'create-hosted-zone', '--name', otherDomain, '--caller-reference', '2');
    const { vars } = await example.given();
    const edited = JSON.stringify({ ...(await example.stored('authentik')), token: 'edited-by-hand' });
    const id = vars['TF_AUTHENTIK_SECRET_MANAGER_ARN'] ?? '';
    await example.moto.aws('secretsmanager', 'put-secret-value', '--secret-id', id, '--secret-string', edited);

    // As after `fluxspan synth` with an addon that reads one key more.
    const headlamp = platform.contract.secrets['headlamp']!;
    const properties = { ...headlamp.properties, usePKCE: { schema: { type: 'string' as const }, readBy: [] } };
    const secrets = { ...platform.contract.secrets, headlamp: { ...headlamp, properties } };
    example.root.replaceContract({ ...platform.contract, secrets });
    example.root.add('main_override.tf', withOneKeyMore);
    example.root.setVariables(changed);
    const { json } = await example.root.plan('second');
    const actions = actionsOf(json);
    expect(actions).toMatchObject({
      'aws_secretsmanager_secret_version.this["authentik"]': 'update',
      'aws_secretsmanager_secret_version.this["headlamp"]': expect.stringMatching(/delete|update/),
      'module.aws.aws_acm_certificate.this': 'create, delete',
      'module.flux_contract.kubernetes_config_map_v1.vars': 'update',
      'module.flux_contract.kubernetes_config_map_v1.values["external-dns"]': 'update',
    });
    expect(Object.keys(actions).filter((one) => /aws_ssm_parameter|module.aws.aws_eks|secret\.this/.test(one))).toEqual(
      [],
    );
    // What the README says of an edit by hand.
    expect(inOneLine(example.root.printed())).toMatch(editWarning(`${cluster}/authentik`));
    await example.root.run('apply', '-no-color', 'second.plan');
    // While Flux brings the change into the cluster.
    otherPlans = Promise.allSettled([refuseOtherPlans()]).then(([one]) => one);
    const kept = await example.moto.aws(
      ...['secretsmanager', 'get-secret-value', '--secret-id', id, '--version-stage', 'AWSPREVIOUS'],
    );
    expect(kept).toMatchObject({ SecretString: edited });

    const authentik = await example.stored('authentik');
    expect(authentik).toMatchObject({ token: drawn['token'], adminPassword: drawn['adminPassword'] });
    const after = await example.stored('headlamp');
    expect(Object.keys(after).sort()).toEqual(Object.keys(properties).sort());
    expect(after).toMatchObject({ clientSecret: drawn['clientSecret'], usePKCE: 'true' });
    await example.expectConfigMaps();
    await live().until('the release "external-dns" has the other domain', async () => {
      const { domainFilters } = await valuesSeen(live(), 'external-dns', 'external-dns');
      return `${domainFilters}` === otherDomain;
    });
    const route = {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      name: 'headlamp',
      namespace: 'headlamp',
    };
    await live().until('the route of Headlamp has the other domain', async () => {
      const found = await live().get(route);
      return `${found?.spec?.['hostnames']}` === `headlamp.${otherDomain}`;
    });
    await live().untilReady();
  });

  it('refuses another region, name or network, and an upgrade that skips a version', async () => {
    const outcome = await otherPlans;
    if (outcome?.status !== 'fulfilled') throw outcome?.reason;
  });

  it('keeps an edit where the README says, and draws one password again', async () => {
    const { vars } = await example.given();
    const [authentik, headlamp] = await Promise.all([example.stored('authentik'), example.stored('headlamp')]);
    const edited = JSON.stringify({ ...authentik, token: keptToken, more: 'edited-by-hand' });
    const id = vars['TF_AUTHENTIK_SECRET_MANAGER_ARN'] ?? '';
    await example.moto.aws('secretsmanager', 'put-secret-value', '--secret-id', id, '--secret-string', edited);
    const token = join(dirname(live().kubeconfig), 'token.txt');
    writeFileSync(token, keptToken);
    const putParameter = readCommand('aws ssm put-parameter');
    await example.moto.aws(...putParameter.map((word) => word.replace('file://token.txt', `file://${token}`)));
    example.root.add('passwords_override.tf', withOneNewPassword);

    const before = example.root.printed().length;
    const { json } = await example.root.plan('third');
    expect(actionsOf(json)).toEqual({
      'aws_secretsmanager_secret_version.this["authentik"]': 'delete, create',
      'aws_secretsmanager_secret_version.this["headlamp"]': 'delete, create',
      'module.passwords.aws_ssm_parameter.this["headlamp-client"]': 'update',
      'module.passwords.terraform_data.drawn["headlamp-client/1"]': 'delete',
      'module.passwords.terraform_data.drawn["headlamp-client/2"]': 'create',
    });
    expect(inOneLine(example.root.printed().slice(before))).toMatch(editWarning(`${cluster}/authentik`));
    await example.root.run('apply', '-no-color', 'third.plan');

    expect(await example.stored('authentik')).toEqual({ ...authentik, token: keptToken });
    const { clientSecret, ...others } = await example.stored('headlamp');
    expect({ ...others, clientSecret: headlamp['clientSecret'] }).toEqual(headlamp);
    expect(clientSecret).toMatch(/^[A-Za-z0-9]{50}$/);
    expect(clientSecret).not.toBe(headlamp['clientSecret']);
    drawnLater = clientSecret ?? '';
    const shown = await example.moto.aws(
      ...readCommand('aws ssm get-parameter').map((word) => word.replace(/authentik-\w+/, 'headlamp-client')),
    );
    expect(shown).toBe(clientSecret);
    const settled = await example.root.tryRun('plan', '-no-color', '-detailed-exitcode');
    expect(settled, settled.stdout).toMatchObject({ code: 0 });
    expect(settled.stdout).not.toContain('Check block');
  });

  it('refuses to draw a deleted password again', async () => {
    const name = `/${cluster}/authentik-key`;
    await example.moto.aws('ssm', 'delete-parameter', '--name', name);
    const planned = await example.root.tryRun('plan', '-json');
    expect(planned.code).toBe(1);
    const told = `^Someone has deleted the parameter ${name}, .* aws ssm (put-parameter .*) --value file://<file> --region ${region}\\. To draw`;
    const [error = '', ...more] = diagnosticsOf(planned.stdout);
    expect(error).toMatch(new RegExp(told));
    expect(more).toEqual([]);
    const file = join(dirname(live().kubeconfig), 'key.txt');
    writeFileSync(file, drawn['secretKey'] ?? '');
    const [, command = ''] = new RegExp(told).exec(error) ?? [];
    await example.moto.aws('ssm', ...command.split(' '), '--value', `file://${file}`);
    await example.root.run('apply', '-auto-approve', '-no-color');
    expect(await example.stored('authentik')).toMatchObject({ secretKey: drawn['secretKey'], token: keptToken });
  });

  it('connects EKS to the issuer in a step of its own', async () => {
    await example.root.run('apply', '-auto-approve', '-no-color', '-var=oidc_login=true');
    const after = await example.stored('headlamp');
    expect(after['issuerURL']).toContain(otherDomain);
    const login = await example.moto.aws(
      ...['eks', 'describe-identity-provider-config', '--cluster-name', cluster],
      ...['--identity-provider-config', 'type=oidc,name=authentik'],
    );
    expect(login).toMatchObject({
      identityProviderConfig: {
        oidc: { clientId: after['clientID'], issuerUrl: after['issuerURL'], groupsClaim: 'groups' },
      },
    });
  });

  it('prints no password', () => {
    for (const password of [...passwordsOf(drawn), keptToken, drawnLater])
      expect(example.root.printed().includes(password)).toBe(false);
  });
});

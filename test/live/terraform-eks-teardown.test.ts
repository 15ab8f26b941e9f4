import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeExample } from './aws/describe-example.js';
import { cluster, type ExamplePlatform, passwordsOf, startExamplePlatform, variables } from './aws/example-platform.js';
import { account } from './aws/moto.js';
import { actionsOf } from './aws/plan-output.js';
import { readTeardown } from './aws/readme.js';
import { putPasswords, restoreDatabase, restoreSecrets, type Secrets, type Snapshots } from './aws/restore.js';
import { readResources, type StateResource } from './aws/state.js';
import type { TerraformPlan } from './terraform.js';
import { configMaps, platform, titleOf } from './terraform-module.js';

const viewer = `arn:aws:iam::${account}:role/viewer`;
const boundary = `arn:aws:iam::${account}:policy/boundary`;
const apiCidrs = ['192.0.2.0/24'];
const choices = {
  ...variables,
  api_cidrs: apiCidrs,
  database_multi_az: false,
  nat_per_zone: true,
  oidc_login: true,
  permissions_boundary: boundary,
  viewers: [viewer],
  zones: ['eu-west-1c', 'eu-west-1a'],
};

const moreZones = [...choices.zones, 'eu-west-1b'];
const nodeGroup = 'module.aws.aws_eks_node_group.system';
const node = 'module.aws.aws_iam_role.node';
const attachment = 'module.aws.aws_iam_role_policy_attachment.node';
/** Where the role of the node group and its policies were before there was one for Karpenter's nodes, and are now. */
const earlier = [
  [node, `${node}["nodes"]`],
  ...['AmazonEC2ContainerRegistryPullOnly', 'AmazonEKSWorkerNodePolicy'].map(
    (policy) => [`${attachment}["${policy}"]`, `${attachment}["nodes/${policy}"]`] as const,
  ),
] as const;

await describeExample('torn down', (live, program, python) => {
  let example: ExamplePlatform;
  let drawn: Readonly<Record<string, string>> = {};
  let drawnAgain: Readonly<Record<string, string>> = {};
  /** The database of the first life, in another platform. */
  let restored: Promise<PromiseSettledResult<StateResource>> | undefined;
  /** The empty cluster of the second life. */
  let anew: Promise<void>;

  const drawnNow = async () => ({ ...(await example.stored('authentik')), ...(await example.stored('headlamp')) });
  const written = new Set(platform.contract.configMaps.map(({ namespace, name }) => `${namespace}/${name}`));

  beforeAll(async () => {
    example = await startExamplePlatform(live(), program, python());
    example.root.setVariables(choices);
    await example.root.run('apply', '-auto-approve', '-no-color');
    drawn = await drawnNow();
  }, 600_000);
  afterAll(() => example?.stop());

  /** Once Terraform has deleted what it made in the cluster, it asks it for nothing more. */
  const startAnew = async () => {
    await live().until(
      "Terraform has deleted the contract's ConfigMaps",
      async () => !(await live().list(configMaps)).some((one) => written.has(titleOf(one))),
      { timeout: 240_000 },
    );
    await live().startAnew({ flux: false });
    await example.letTerraformIn();
  };

  it('takes the other choices', async () => {
    const { moto } = example;
    const deleting = ['rds', 'delete-db-instance', '--db-instance-identifier', `${cluster}-authentik`];
    const refused = expect(moto.aws(...deleting, '--skip-final-snapshot')).rejects.toThrow(/deletion protection/i);
    const asked = async (path: string) => JSON.parse(await moto.ask('eks', `/clusters/${cluster}${path}`)) as object;
    const [gateways, databases, eks, access] = await Promise.all([
      moto.aws('ec2', 'describe-nat-gateways'),
      moto.aws('rds', 'describe-db-instances'),
      asked(''),
      asked(`/access-entries/${encodeURIComponent(viewer)}/access-policies`),
    ]);
    await refused;
    // As in a state from before Karpenter's nodes had a role of their own.
    for (const [before, now] of earlier) await example.root.run('state', 'mv', now, before);
    const { json } = await example.root.plan('group', '-refresh=false', `-replace=${nodeGroup}`);
    const { resource_changes: changes } = JSON.parse(json) as TerraformPlan;
    const changing = changes.filter(({ change }) => `${change.actions}` !== 'no-op');
    expect(changing.map(({ address, change }) => [address, change.actions.join(', ')])).toEqual([
      [nodeGroup, 'create, delete'],
    ]);
    expect(
      changes.flatMap(({ address, previous_address: was }) => (was === undefined ? [] : [[was, address]])).sort(),
    ).toEqual([...earlier].sort());
    const roles = readResources(json).of('aws_iam_role');
    expect(new Set(roles.map(({ values }) => values.permissions_boundary))).toEqual(new Set([boundary]));
    const { json: another } = await example.root.plan(
      'zone',
      '-refresh=false',
      `-var=zones=${JSON.stringify(moreZones)}`,
    );
    const inAnother = actionsOf(another);
    expect(inAnother).toMatchObject({
      'module.aws.aws_subnet.private["eu-west-1b"]': 'create',
      [nodeGroup]: 'create, delete',
    });
    expect(Object.keys(inAnother)).not.toContain('module.aws.aws_eks_cluster.this');
    expect(Object.entries(inAnother).flatMap(([address, did]) => (did.includes('delete') ? [address] : []))).toEqual([
      nodeGroup,
    ]);
    const subnets = readResources(json).of('aws_subnet');
    const blockIn = (zone: string) =>
      subnets.find(({ name, index }) => name === 'public' && index === zone)?.values.cidr_block as string;
    expect(choices.zones.map(blockIn)).toEqual(['10.0.0.0/24', '10.0.1.0/24']);
    const { NatGateways: found } = gateways as { NatGateways: readonly { SubnetId: string }[] };
    expect(new Set(found.map(({ SubnetId }) => SubnetId)).size).toBe(choices.zones.length);
    expect(databases).toMatchObject({ DBInstances: [{ MultiAZ: false }] });
    expect(eks).toMatchObject({
      cluster: { resourcesVpcConfig: { endpointPublicAccess: true, publicAccessCidrs: apiCidrs } },
    });
    expect(access).toMatchObject({
      associatedAccessPolicies: [{ policyArn: expect.stringMatching(/\/AmazonEKSViewPolicy$/) }],
    });
  });

  it('is torn down as its README says', async () => {
    const { moto, root } = example;
    const commands = readTeardown();
    expect(commands.map(({ program, args }) => `${program} ${args[0]}`)).toEqual([
      'aws rds',
      'terraform state',
      'terraform destroy',
      'aws logs',
    ]);
    const groups = async () =>
      ((await moto.aws('logs', 'describe-log-groups')) as { logGroups: readonly { logGroupName: string }[] }).logGroups;
    for (const { program, args, chosen, mayFail } of commands) {
      if (program === 'aws' && mayFail) {
        // As EKS does, when the last lines of its log arrive after Terraform has deleted the group.
        expect(await groups()).toEqual([]);
        await moto.aws('logs', 'create-log-group', '--log-group-name', `/aws/eks/${cluster}/cluster`);
        await moto.aws(...args);
        expect(await groups()).toEqual([]);
        await expect(moto.aws(...args)).rejects.toThrow('ResourceNotFoundException');
      } else if (program === 'aws') await moto.aws(...args);
      else if (args[0] === 'state') {
        const addresses = chosen(await root.run('state', 'list'));
        expect(addresses.length).toBeGreaterThan(1);
        await root.run(...args, ...addresses);
      } else {
        anew = startAnew();
        anew.catch(() => undefined);
        await root.run(...args, '-auto-approve', '-no-color');
      }
    }
    const [left, vpcs, snapshots, secrets] = await Promise.all([
      root.run('state', 'list'),
      moto.aws('ec2', 'describe-vpcs', '--filters', `Name=tag:Name,Values=${cluster}`),
      moto.aws('rds', 'describe-db-snapshots'),
      moto.aws('secretsmanager', 'list-secrets', '--include-planned-deletion'),
    ]);
    expect(left).toBe('');
    expect(vpcs).toEqual({ Vpcs: [] });
    expect((snapshots as Snapshots).DBSnapshots).toHaveLength(1);
    const { SecretList: kept } = secrets as Secrets;
    const deleted = kept.filter(({ DeletedDate }) => DeletedDate !== undefined).map(({ Name }) => Name.split('-2')[0]);
    expect(deleted.sort()).toEqual([`${cluster}/authentik`, `${cluster}/headlamp`]);
  });

  it('comes up again with what the first one has left behind', async () => {
    const { moto, root } = example;
    await anew;
    restored = Promise.allSettled([restoreDatabase(example, choices)]).then(([one]) => one);
    await root.run('apply', '-auto-approve', '-no-color');
    await example.expectConfigMaps();
    drawnAgain = await drawnNow();
    expect(drawnAgain['token']).not.toBe(drawn['token']);
    expect(moto.unknownCalls()).toEqual([]);
  });

  it('gets the passwords and the database of the first one back', async () => {
    const { moto, root } = example;
    const { names, content } = await restoreSecrets(moto);
    expect(content).toEqual(drawn);
    await putPasswords(live(), moto, content);
    const { json } = await root.plan('passwords');
    expect(actionsOf(json)).toEqual({
      'aws_secretsmanager_secret_version.this["authentik"]': 'delete, create',
      'aws_secretsmanager_secret_version.this["headlamp"]': 'delete, create',
    });
    await root.run('apply', '-no-color', 'passwords.plan');
    expect(await drawnNow()).toEqual(drawn);
    for (const name of names) await moto.aws('secretsmanager', 'delete-secret', '--secret-id', name);
    const outcome = await restored;
    if (outcome?.status !== 'fulfilled') throw outcome?.reason;
    expect(outcome.value.values).toMatchObject({
      deletion_protection: true,
      snapshot_identifier: expect.stringMatching(`^${cluster}-authentik-\\d+$`),
      master_user_secret: [{ secret_arn: expect.stringContaining(':secret:rds') }],
    });
    expect(moto.unknownCalls()).toEqual([]);
    for (const password of [...passwordsOf(drawn), ...passwordsOf(drawnAgain)])
      expect(root.printed().includes(password)).toBe(false);
  });
});

import { expect } from 'vitest';
import type { Tree } from '../tree.js';
import { renderedCharts } from './read-rendered-charts.js';
import { accountThatCallsAws } from './rendered-charts.js';
import type { Resources, StateResource } from './state.js';

/** A service account by which pods get a role. */
export interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
}

/** The EKS add-ons that call AWS, with the service accounts of their manifests. */
const addons: Readonly<Record<string, ServiceAccount>> = {
  'aws-ebs-csi-driver': { namespace: 'kube-system', name: 'ebs-csi-controller-sa' },
  'vpc-cni': { namespace: 'kube-system', name: 'aws-node' },
};

/** What an IAM policy allows. */
interface Statement {
  readonly Sid?: string;
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

export const statementsOf = (policy: string): readonly Statement[] =>
  (JSON.parse(policy) as { Statement: readonly Statement[] }).Statement;

const list = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value);

/** The statements of a policy that allow an action. */
export const allowing = (policy: string, action: string): readonly Statement[] =>
  statementsOf(policy).filter(({ Effect, Action }) => Effect === 'Allow' && list(Action).includes(action));

/** The resources on which a policy allows an action. */
export const allowedOn = (policy: string, action: string): readonly string[] =>
  allowing(policy, action)
    .flatMap(({ Resource }) => list(Resource))
    .sort();

/**
 * Everything that calls AWS has an association with a role that has a policy and that only its own pods can assume, and
 * nothing else has one.
 */
export const expectRoles = (state: Resources, tree: Tree): void => {
  const byArn = new Map(state.of('aws_iam_role').map((role) => [role.values.arn as string, role]));
  const associations = state.of('aws_eks_pod_identity_association');
  const clusterArn = state.one('aws_eks_cluster').values.arn as string;
  const wanted = [...renderedCharts(tree, 'dev').map(accountThatCallsAws), ...Object.values(addons)];
  const installed = state.of('aws_eks_addon').map(({ values }) => values.addon_name as string);
  for (const addon of Object.keys(addons)) expect(installed).toContain(addon);
  const titles = (all: readonly ServiceAccount[]) => all.map(({ namespace, name }) => `${namespace}/${name}`).sort();
  expect(
    titles(associations.map(({ values }) => ({ namespace: values.namespace, name: values.service_account }))),
  ).toEqual(titles(wanted));
  for (const { values } of associations) {
    const role = byArn.get(values.role_arn);
    expect(role, values.service_account).toBeDefined();
    const [trust] = statementsOf(role?.values.assume_role_policy);
    expect(trust).toMatchObject({
      Action: expect.arrayContaining(['sts:AssumeRole', 'sts:TagSession']),
      Principal: { Service: 'pods.eks.amazonaws.com' },
      Condition: {
        StringEquals: {
          'aws:RequestTag/eks-cluster-arn': clusterArn,
          'aws:RequestTag/kubernetes-namespace': values.namespace,
          'aws:RequestTag/kubernetes-service-account': values.service_account,
        },
      },
    });
    const grants = [...state.of('aws_iam_role_policy'), ...state.of('aws_iam_role_policy_attachment')];
    expect(
      grants.map((one) => one.values.role),
      values.service_account,
    ).toContain(role?.values.name);
  }
};

/** No node reads what someone stores in the account; Karpenter's nodes have a role of their own, which may join. */
export const expectNodeRoles = (state: Resources, karpenterNodes: string): void => {
  const group = state.one('aws_eks_node_group').values;
  const roles = state.of('aws_iam_role').filter(({ name }) => name === 'node');
  expect(roles.map(({ values }) => values.arn)).toContain(group.node_role_arn);
  const own = roles.find(({ values }) => values.name === karpenterNodes);
  expect(own?.values.arn).not.toBe(group.node_role_arn);
  expect(state.one('aws_eks_access_entry', 'karpenter_nodes').values).toMatchObject({
    principal_arn: own?.values.arn,
    type: 'EC2_LINUX',
  });
  expect(roles).toHaveLength(2);
  for (const { values } of roles) {
    const ofRole = (type: string) => state.of(type).filter((one) => one.values.role === values.name);
    const attached = ofRole('aws_iam_role_policy_attachment').map((one) => one.values.policy_arn as string);
    expect(attached.sort(), values.name).toEqual([
      'arn:aws:iam::aws:policy/AmazonEC2ContainerRegistryPullOnly',
      'arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy',
    ]);
    const actions = ofRole('aws_iam_role_policy').flatMap(({ values: { policy } }) =>
      statementsOf(policy).flatMap(({ Action }) => list(Action)),
    );
    expect(actions, values.name).toContain('ssmmessages:OpenDataChannel');
    expect(
      actions.filter((one) => !one.startsWith('ssmmessages:')),
      values.name,
    ).toEqual(['ssm:UpdateInstanceInformation']);
  }
};

/** Into the queue of interruptions only this platform's rules of EventBridge write. */
export const expectOwnRulesOnly = (state: Resources): void => {
  const rules = state.of('aws_cloudwatch_event_rule').map(({ values }) => values.arn as string);
  const allowed = statementsOf(state.one('aws_sqs_queue_policy').values.policy).filter(
    ({ Effect }) => Effect === 'Allow',
  );
  expect(allowed).toHaveLength(1);
  const sources = allowed[0]?.Condition?.['ArnEquals']?.['aws:SourceArn'] ?? [];
  expect([...list(sources)].sort()).toEqual(rules.sort());
};

const marked = 'elbv2.k8s.aws/cluster';
/** Changes in which nothing of others is changed: the association of a web ACL, and a protection of Shield. */
const ofNobody = /^(waf-regional|wafv2|shield):|^iam:CreateServiceLinkedRole$|^ec2:CreateSecurityGroup$/;
const reads = /:(Describe|Get|List)[A-Za-z]*$/;

/**
 * The load balancer controller creates nothing without the mark of its cluster, and marks or changes nothing of others,
 * but for the rules of one security group: that of the nodes.
 */
export const expectOwnLoadBalancers = (policy: string, cluster: string, nodeGroup: string): void => {
  const own = { [`aws:ResourceTag/${marked}`]: cluster };
  const changing = statementsOf(policy)
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Action, ...rest }) => list(Action).map((action) => ({ action, ...rest })))
    .filter(({ action }) => !reads.test(action) && !ofNobody.test(action));
  expect(new Set(changing.map(({ action }) => action)).size).toBeGreaterThan(25);
  for (const { action, Sid = '', Resource, Condition } of changing) {
    const title = `${Sid} ${action}`;
    if (Sid === 'ChangeNodeSecurityGroupRules')
      expect(list(Resource).map((one) => one.split(':').at(-1))).toEqual(
        expect.arrayContaining([`security-group/${nodeGroup}`, 'security-group-rule/*']),
      );
    else if (/:Create(LoadBalancer|TargetGroup)$/.test(action))
      expect(Condition, title).toEqual({ StringEquals: { [`aws:RequestTag/${marked}`]: cluster } });
    else if (Sid.startsWith('TagNew')) {
      expect(Condition?.['StringEquals'], title).toMatchObject({ [`aws:RequestTag/${marked}`]: cluster });
      expect(JSON.stringify(Condition), title).toContain(':CreateAction');
    } else if (/Tags$/.test(action))
      expect(Condition, title).toEqual({ StringEquals: own, Null: { [`aws:RequestTag/${marked}`]: 'true' } });
    else expect(Condition, title).toEqual({ StringEquals: own });
  }
  const [nodes] = statementsOf(policy).filter(({ Sid }) => Sid === 'ChangeNodeSecurityGroupRules');
  expect(list(nodes?.Resource ?? [])).toHaveLength(2);
};

/** An inline policy has 10,240 characters at most, all of a role's together: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
export const expectPolicySizes = (state: Resources): void => {
  for (const { index, values } of state.of('aws_iam_role_policy')) {
    const size = JSON.stringify(JSON.parse(values.policy)).length;
    expect(size, `${index}`).toBeLessThan(10_240);
  }
};

/** Nothing gets anywhere by the security group that AWS gives to what has none; the flow logs have a group of this VPC. */
export const expectClosedNetwork = (state: Resources): void => {
  const vpc = state.one('aws_vpc').values.id as string;
  expect(state.one('aws_default_security_group').values).toMatchObject({ vpc_id: vpc, ingress: [], egress: [] });
  expect(state.one('aws_flow_log').values.vpc_id).toBe(vpc);
  const { policy } = state.one('aws_iam_role_policy', 'flows').values;
  expect(allowedOn(policy, 'logs:PutLogEvents')).toEqual([
    `${state.one('aws_cloudwatch_log_group', 'flows').values.arn}:*`,
  ]);
};

const tagsOf = ({ values }: StateResource): Readonly<Record<string, string>> => values.tags_all ?? {};

/** Settings that moto takes either way, as the plan has them. */
export const expectSettings = (plan: Resources, domain: string): void => {
  const value = (type: string, name?: string) => plan.one(type, name).values;
  expect(value('aws_eks_cluster')).toMatchObject({
    bootstrap_self_managed_addons: false,
    access_config: [{ authentication_mode: 'API', bootstrap_cluster_creator_admin_permissions: false }],
    vpc_config: [{ endpoint_private_access: true, endpoint_public_access: false }],
  });
  expect(value('aws_eks_cluster').upgrade_policy).toEqual([{ support_type: 'STANDARD' }]);
  expect(value('aws_launch_template').metadata_options).toMatchObject([
    { http_tokens: 'required', http_put_response_hop_limit: 1 },
  ]);
  expect(value('aws_launch_template').block_device_mappings).toMatchObject([{ ebs: [{ encrypted: 'true' }] }]);
  for (const kind of ['instance', 'volume'])
    expect(value('aws_launch_template').tag_specifications).toContainEqual({
      resource_type: kind,
      tags: expect.objectContaining({ 'managed-by': 'terraform' }),
    });
  expect(value('aws_iam_role_policy_attachment', 'aws-ebs-csi-driver').policy_arn).toMatch(
    /:policy\/AmazonEBSCSIDriverEKSClusterScopedPolicy$/,
  );
  expect(value('aws_flow_log').traffic_type).toBe('REJECT');
  expect(plan.of('aws_cloudwatch_log_group').map((one) => one.values.retention_in_days)).toEqual([90, 90]);
  expect(value('aws_vpc_endpoint', 's3')).toMatchObject({ service_name: 'com.amazonaws.eu-west-1.s3' });
  const version = value('aws_eks_cluster').version as string;
  expect(value('aws_eks_node_group').version).toBe(version);
  for (const { values } of plan.of('aws_eks_addon')) {
    if (values.addon_name === 'kube-proxy') expect(values.addon_version).toMatch(`v${version}.`);
    expect(values, values.addon_name).toMatchObject({
      addon_version: expect.stringMatching(/^v\d+\.\d+\.\d+-eksbuild\.\d+$/),
      resolve_conflicts_on_create: 'OVERWRITE',
      resolve_conflicts_on_update: 'OVERWRITE',
    });
  }
  expect(value('aws_db_instance')).toMatchObject({
    multi_az: true,
    storage_encrypted: true,
    backup_retention_period: 14,
    deletion_protection: true,
    skip_final_snapshot: false,
    manage_master_user_password: true,
  });
  expect(value('aws_secretsmanager_secret_rotation').rotation_rules).toMatchObject([
    { schedule_expression: 'cron(0 4 ? * SUN *)' },
  ]);
  const { domain_name: name, subject_alternative_names: names } = value('aws_acm_certificate');
  expect(name).toBe(domain);
  // The provider lists the domain itself too.
  expect([...names].sort()).toEqual([`*.${domain}`, domain]);

  const subnets = (name: string) => plan.of('aws_subnet').filter((one) => one.name === name);
  expect(subnets('public').map((one) => tagsOf(one)['kubernetes.io/role/elb'])).toEqual(['1', '1', '1']);
  expect(subnets('private').map((one) => tagsOf(one)['kubernetes.io/role/internal-elb'])).toEqual(['1', '1', '1']);
  expect(subnets('private').map((one) => tagsOf(one)['karpenter.sh/discovery'])).toEqual(
    Array(3).fill(value('aws_eks_cluster').name),
  );
  expect(subnets('database')).toHaveLength(3);
  const blocks = plan.of('aws_subnet').map(({ values }) => values.cidr_block as string);
  expect(new Set(blocks).size).toBe(9);
  expect(plan.of('aws_route_table').find(({ name }) => name === 'database')?.values.route ?? []).toEqual([]);

  const taggable = plan.all.filter(({ mode, values }) => mode === 'managed' && values?.tags_all !== undefined);
  expect(taggable.length).toBeGreaterThan(40);
  for (const one of taggable) expect(tagsOf(one), one.address).toMatchObject({ 'managed-by': 'terraform' });
};

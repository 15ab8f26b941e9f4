import { expect, test } from 'vitest';
import { karpenterNodes } from '../../src/addons/karpenter-nodes/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(karpenterNodes);

const requirementsOf = (options: object) =>
  Object.fromEntries(
    synthAlone(karpenterNodes, { ...options })
      .find('NodePool', 'default')
      .spec.template.spec.requirements.map((one: { key: string; operator: string; values: string[] }) => [
        one.key,
        `${one.operator} ${one.values}`,
      ]),
  );

test("finds its subnets and security groups by the cluster's name", () => {
  const { spec } = synthAlone(karpenterNodes).find('EC2NodeClass', 'default');
  expect(spec.role).toBe('${q}${TF_K8S_NODE_ROLE_NAME}${q}');
  expect(spec.subnetSelectorTerms).toEqual([{ tags: { 'karpenter.sh/discovery': '${q}${TF_CLUSTER_NAME}${q}' } }]);
  expect(spec.securityGroupSelectorTerms).toEqual(spec.subnetSelectorTerms);
});

test("instances and volumes have tags of one's own", () => {
  const { spec } = synthAlone(karpenterNodes, { tags: { 'cost-center': '42' } }).find('EC2NodeClass', 'default');
  expect(spec.tags).toEqual({ Name: expect.stringContaining('karpenter-'), 'cost-center': '42' });
});

test('the pool is of the class that is made beside it', () => {
  const { find } = synthAlone(karpenterNodes, { name: 'batch' });
  expect(find('NodePool', 'batch').spec.template.spec.nodeClassRef).toEqual({
    group: 'karpenter.k8s.aws',
    kind: 'EC2NodeClass',
    name: find('EC2NodeClass', 'batch').metadata.name,
  });
});

test('named families stand for the rule of thumb', () => {
  expect(requirementsOf({})).toMatchObject({
    'karpenter.k8s.aws/instance-category': 'NotIn t',
    'karpenter.k8s.aws/instance-generation': 'Gt 2',
  });
  const named = requirementsOf({ instanceFamilies: ['m7g', 'm7i'], architectures: ['arm64'], capacityTypes: ['spot'] });
  expect(named).toEqual({
    'kubernetes.io/arch': 'In arm64',
    'kubernetes.io/os': 'In linux',
    'karpenter.sh/capacity-type': 'In spot',
    'karpenter.k8s.aws/instance-family': 'In m7g,m7i',
  });
});

test('limits and times are options', () => {
  const { spec } = synthAlone(karpenterNodes, {
    cpuLimit: 50,
    memoryLimit: '100Gi',
    expireAfter: 'Never',
    consolidateAfter: '1h30m',
  }).find('NodePool', 'default');
  expect(spec.limits).toEqual({ cpu: 50, memory: '100Gi' });
  expect([spec.template.spec.expireAfter, spec.disruption.consolidateAfter]).toEqual(['Never', '1h30m']);
});

test.each(['a week', '1.5h', 60])('refuses the time %j, which Karpenter does not read', (expireAfter) => {
  const [problem] = synthAlone(karpenterNodes, { expireAfter }).diagnostics;
  expect(problem).toMatchObject({
    at: { path: 'expireAfter' },
    fix: 'give a duration such as "168h" or "1h30m", or "Never"',
  });
});

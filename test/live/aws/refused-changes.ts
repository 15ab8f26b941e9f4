import { expect } from 'vitest';
import { cluster } from './example-platform.js';
import type { ExampleRoot } from './example-root.js';
import { actionsOf, diagnosticsOf } from './plan-output.js';

/** The call of the module for AWS as `main.tf` has it, with another version of Kubernetes, and of kube-proxy if it is given. */
const upgradeTo = (version: string, proxy?: string): string => `module "aws" {
  kubernetes_version = "${version}"
${
  proxy === undefined
    ? ''
    : `  addon_versions = {
    vpc-cni                = "v1.22.4-eksbuild.3"
    kube-proxy             = "${proxy}"
    eks-pod-identity-agent = "v1.3.10-eksbuild.3"
    coredns                = "v1.13.2-eksbuild.31"
    aws-ebs-csi-driver     = "v1.64.0-eksbuild.1"
  }
`
}}
`;

const onlyPlanned = ['-refresh=false', '-lock=false'] as const;

/** The errors of a plan that fails. */
const refusals = async (root: ExampleRoot): Promise<readonly string[]> => {
  const { code, stdout } = await root.tryRun('plan', '-json', ...onlyPlanned);
  expect(code, stdout).toBe(1);
  return diagnosticsOf(stdout);
};

/** Expects that the cluster goes up by one minor version at a time, with its kube-proxy. Leaves an override behind. */
export const expectUpgradesOneByOne = async (root: ExampleRoot): Promise<void> => {
  const [file, fix] = ['upgrade_override.tf', 'set kubernetes_version to'];
  root.add(file, upgradeTo('1.37'));
  expect(await refusals(root)).toEqual([
    expect.stringMatching(new RegExp(`^The cluster ${cluster} runs Kubernetes 1\\.35, .* ${fix} 1\\.36, `)),
    expect.stringMatching(/^addon_versions has kube-proxy v1\.35\.\d+-eksbuild\.\d+, .* both change together\./),
  ]);
  root.replace(file, upgradeTo('1.34', 'v1.34.1-eksbuild.1'));
  expect(await refusals(root)).toEqual([expect.stringContaining(`${fix} 1.35, `)]);
  root.replace(file, upgradeTo('1.36', 'v1.36.1-eksbuild.1'));
  const { json } = await root.plan('upgrade', ...onlyPlanned);
  const actions = actionsOf(json);
  expect(actions).toMatchObject({ 'module.aws.aws_eks_cluster.this': 'update' });
  expect(Object.keys(actions).filter((address) => address.includes('aws_iam'))).toEqual([]);
};

/** Expects that a VPC's block and an order of zones that aren't those of the state are refused. */
export const expectSameNetwork = async (
  root: ExampleRoot,
  variables: Readonly<Record<string, unknown>>,
): Promise<void> => {
  root.setVariables({ ...variables, cidr: '10.1.0.0/16', zones: ['eu-west-1c', 'eu-west-1b', 'eu-west-1a'] });
  const zones = '"eu-west-1a", "eu-west-1b", "eu-west-1c"';
  expect(await refusals(root)).toEqual([
    expect.stringMatching(
      /^The VPC .* has the block 10\.0\.0\.0\/16, and cidr is 10\.1\.0\.0\/16\..* Set cidr to 10\.0\./,
    ),
    expect.stringMatching(
      new RegExp(
        `^The subnets .* zones would be eu-west-1c, .* Set zones to \\[${zones}\\], with new zones at the end only\\.`,
      ),
    ),
  ]);
};

/** Expects that a region and a name that aren't those of the state are refused, and that nothing else is said. */
export const expectSamePlatform = async (
  root: ExampleRoot,
  variables: Readonly<Record<string, unknown>>,
): Promise<void> => {
  root.add('name_override.tf', 'locals {\n  name = "other"\n}\n');
  root.setVariables({ ...variables, region: 'us-west-1' });
  expect(await refusals(root)).toEqual([
    expect.stringMatching(
      /^This state is of a platform in eu-west-1, and region is us-west-1\. Set region to eu-west-1 /,
    ),
    expect.stringMatching(
      new RegExp(
        `^This state is of the platform ${cluster}, and local\\.name in main\\.tf is other\\. Set it to ${cluster} `,
      ),
    ),
  ]);
};

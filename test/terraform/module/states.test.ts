import { ConfigMap, clusterName, defineAddon, HelmRelease, helmChart, vpcId } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { contractOfState, statesOf } from '../../../src/contract/index.js';
import { clusterOf } from '../../support/synthesize.js';
import { describeKubernetesProvider, folderWith, terraformWithProviders } from '../terraform.js';

const web = defineAddon({
  name: 'web',
  namespace: 'web',
  infra: {
    vars: { TF_CLUSTER_NAME: clusterName(), TF_VPC_ID: vpcId().meta({ from: 'network' }) },
    values: { web: z.object({ subnets: z.array(z.string()) }).meta({ from: 'network' }) },
  },
  charts: {
    web: helmChart<{ subnets?: readonly string[] }>({ url: 'oci://registry.example.org/web', version: '1.0.0' }),
  },
  build(scope, { vars, charts }) {
    new ConfigMap(scope, 'data', { data: { ...vars } });
    new HelmRelease(scope, 'web', { chart: charts.web });
  },
});

const { files, contract, diagnostics } = synthCluster(clusterOf({ all: [web()] }));
const folder = (root: string, tests: string) =>
  folderWith({
    'root/main.tf': root,
    'root/states.tftest.hcl': tests,
    ...Object.fromEntries(Object.entries(files).filter(([path]) => /^contract\/.*\.tf$/.test(path))),
  });

/** What each team's root says, as the READMEs of the modules do. */
const root = (network: string, main = 'TF_CLUSTER_NAME = "dev"') => `
provider "kubernetes" {}
module "main" {
  source = "../contract/dev"
  vars   = { ${main} }
}
module "network" {
  source = "../contract/dev/network"
  vars   = { ${network} }
  values = { web = { subnets = ["subnet-a"] } }
}
`;
const VPC = 'TF_VPC_ID = "vpc-0123456789abcdef0"';
const tests = (asserts: string) => `mock_provider "kubernetes" {}\nrun "plans" {\n  command = plan\n${asserts}}\n`;
const run = (...given: Parameters<typeof folder>) => {
  const at = `${folder(...given)}/root`;
  expect(terraformWithProviders(at, 'init', '-backend=false', '-no-color')).toMatchObject({ code: 0 });
  return terraformWithProviders(at, 'test', '-no-color');
};

it('the cluster has two states', () => {
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(statesOf(contract)).toEqual(['network']);
  expect(Object.keys(contractOfState(contract, 'network').vars)).toEqual(['TF_VPC_ID']);
});

describeKubernetesProvider('the modules of two states', () => {
  it('are called by one root, or by two', () => {
    const { output, code } = run(root(VPC), tests(''));
    expect(output).toContain('Success!');
    expect(code).toBe(0);
  });

  it('each refuse what the other one owes, and what they lack', () => {
    const strange = run(root(`${VPC}, TF_CLUSTER_NAME = "dev"`), tests(''));
    expect(strange.code).not.toBe(0);
    expect(strange.output).toContain('TF_CLUSTER_NAME');
    const lacking = run(root(VPC, ''), tests(''));
    expect(lacking.code).not.toBe(0);
    expect(lacking.output).toContain('TF_CLUSTER_NAME');
    const wrong = run(root('TF_VPC_ID = "vpc"'), tests(''));
    expect(wrong.code).not.toBe(0);
    expect(wrong.output).toContain('TF_VPC_ID');
  });
});

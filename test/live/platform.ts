import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Contract } from '../../src/contract/contract.js';
import type { KubeObject } from './kube-object.js';
import type { Live, ServedCrds } from './live.js';
import { type PlannedKustomization, planKustomizations } from './planned.js';
import { planTerraformObjects } from './terraform-objects.js';
import { readTree, type Tree } from './tree.js';

const folder = fileURLToPath(new URL('../../k8s', import.meta.url));

const karpenter = ['karpenter.sh', 'karpenter.k8s.aws'];

/** Which CRDs the real charts and repositories have, and where. */
export const platformCrds: ServedCrds = {
  'karpenter-crd': { templates: karpenter },
  karpenter,
  'https://github.com/external-secrets/external-secrets': ['external-secrets.io'],
  'https://github.com/kubernetes-sigs/gateway-api': ['gateway.networking.k8s.io'],
};

/** One cluster of this repository's `k8s/`, to be run. */
export interface Platform {
  readonly cluster: string;
  readonly contract: Contract;
  /** What Terraform writes, with the contract's examples. */
  readonly terraform: readonly KubeObject[];
  /** The committed tree, as it is. */
  readonly tree: Tree;
  readonly plan: readonly PlannedKustomization[];
}

export const readPlatform = (cluster: string): Platform => {
  const tree = readTree(folder);
  const contract = JSON.parse(readFileSync(`${folder}/contract/${cluster}/contract.json`, 'utf8')) as Contract;
  return {
    cluster,
    contract,
    terraform: planTerraformObjects(contract),
    tree,
    plan: planKustomizations(tree, cluster),
  };
};

/** Serves stubs of what the platform fetches. Gives its tree with the sources pointed at them. */
export const servePlatform = (live: Live, { tree, cluster }: Platform): Promise<Tree> => {
  // Of the other clusters nothing is fetched here.
  const own = Object.entries(tree).filter(([path]) => path.split('/')[2] === cluster);
  return live.serveSources(Object.fromEntries(own), platformCrds);
};

import type { Construct } from 'constructs';

/** The id of a construct of ours: one of the user's may have the name already, and what it holds is reported (FX319). */
export const freeId = (cluster: Construct, name: string): string =>
  cluster.node.tryFindChild(name) === undefined ? name : freeId(cluster, `fluxspan: ${name}`);

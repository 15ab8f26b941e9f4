import type { TreePlace } from '../compile/layout.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { lineOf } from '../yaml/node-at.js';
import { parseYamlNodes } from '../yaml/parse-yaml.js';
import type { YamlNode } from '../yaml/yaml-node.js';
import type { ClusterPlan } from './plan-cluster.js';

/**
 * Gives a function that finds the line of the tree, once it is written, that a diagnostic on an object is about. Each
 * file is parsed when it is asked for.
 */
export const treePlaces = (plan: ClusterPlan, tree: TreePlace): ((problem: Diagnostic) => string | undefined) => {
  const parsed = new Map<string, readonly YamlNode[]>();
  const open = (path: string): readonly YamlNode[] => {
    const known = parsed.get(path) ?? parseYamlNodes(plan.files.get(path) ?? '');
    parsed.set(path, known);
    return known;
  };
  return ({ at: { addon, object, path = '' } }) => {
    const planned = plan.objects.find((one) => one.object.addon === addon && one.object.title === object);
    if (planned === undefined) return undefined;
    const inFile = plan.objects.filter((one) => one.path === planned.path);
    const document = open(planned.path)[inFile.indexOf(planned)];
    const line = document === undefined ? undefined : lineOf(document, path);
    return `${tree.inProject(planned.path)}${line === undefined ? '' : `:${line}`}`;
  };
};

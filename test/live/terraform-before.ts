import { parse } from 'yaml';
import {
  attribute,
  block,
  call,
  list,
  object,
  plain,
  name as reference,
  type Statement,
  string,
} from '../../src/terraform/hcl/node.js';
import { printHcl } from '../../src/terraform/hcl/print.js';
import { addressOf } from '../../src/terraform/module/module-readme.js';
import { platform, titleOf, wantedConfigMaps, wantedNamespaces } from './terraform-module.js';

const { contract } = platform;

const resource = (type: string, name: string, metadata: Readonly<Record<string, string>>, rest: readonly Statement[]) =>
  block(
    'resource',
    [type, name],
    [
      block(
        'metadata',
        [],
        Object.entries(metadata).map(([key, value]) => attribute(key, string(value))),
      ),
      ...rest,
    ],
  );

/**
 * The root module of a platform from before the contract: the same namespaces and ConfigMaps, those with values
 * immutable, and none with a label.
 */
export const printOldRoot = (): string => {
  const data = new Map(wantedConfigMaps.map((one) => [titleOf(one), one.data ?? {}]));
  return printHcl([
    ...wantedNamespaces.map((name) => resource('kubernetes_namespace_v1', name, { name }, [])),
    ...contract.configMaps.map(({ namespace, name, holds, release = 'vars' }) => {
      const entries = Object.entries(data.get(`${namespace}/${name}`) ?? {}).map(
        ([key, text]) => [key, holds === 'vars' ? string(text) : call('yamlencode', plain(parse(text)))] as const,
      );
      return resource('kubernetes_config_map_v1', release, { namespace, name }, [
        attribute('data', object(Object.fromEntries(entries))),
        attribute('immutable', plain(holds === 'values')),
        ...(wantedNamespaces.includes(namespace)
          ? [attribute('depends_on', list([reference(`kubernetes_namespace_v1.${namespace}`)]))]
          : []),
      ]);
    }),
  ]);
};

/** What moves the resources of that root into the module, as the module's README tells for one of them. */
export const printMovedBlocks = (): string => {
  const moved = (type: string, from: string, to: string) =>
    `moved {\n  from = ${type}.${from}\n  to   = module.flux_contract.${to}\n}\n`;
  return [
    ...wantedNamespaces.map((name) => {
      const type = 'kubernetes_namespace_v1';
      return moved(type, name, `${type}.this["${name}"]`);
    }),
    ...contract.configMaps.map((one) => moved('kubernetes_config_map_v1', one.release ?? 'vars', addressOf(one))),
  ].join('\n');
};

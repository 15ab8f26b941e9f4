import { fieldsOf, textOf } from '../../json/as-shape.js';
import { readGivenVariables } from './modules/given-variables.js';
import { loadModules, localFolder } from './modules/load-modules.js';
import { ModuleInstance } from './modules/module-instance.js';
import { Tracker } from './modules/tracking.js';
import type { ParseHcl } from './source/parse-hcl.js';
import type { RawBlock } from './source/raw-module.js';
import { type RawModule, readModuleFiles, type TerraformFiles } from './source/read-module-files.js';
import type {
  RemovedBlock,
  TerraformCall,
  TerraformOutput,
  TerraformProvider,
  TerraformRead,
  TerraformResource,
  UnseenModule,
} from './terraform.js';
import { UNKNOWN } from './unknown.js';

/** How many instances one root may have before the rest is taken for one each, with unknown keys. */
const MOST_INSTANCES = 20_000;

/** A folder with Terraform that Terraform may be run in. */
export interface TerraformRoot {
  /** From the top; the top itself is the empty text. */
  readonly folder: string;
  /** It has a backend, a provider's settings, or values for variables. Without them, it may be a module for others. */
  readonly isCertain: boolean;
}

/** Reads the HCL of a repository, each file once. */
export interface TerraformReader {
  /**
   * Root modules among folders: those with Terraform's files that no module of another folder calls.
   *
   * @param folders of the repository, from the top; those without Terraform are ignored
   */
  findRoots(folders: readonly string[]): Promise<readonly TerraformRoot[]>;
  /**
   * Reads a root module and the local modules that it calls, evaluated as far as that is certain without Terraform:
   * literals, variables, locals, attributes of other resources that HCL sets, outputs of local modules, and functions that
   * depend on their arguments alone. Everything else is UNKNOWN: splats, `file()`, data from providers, modules from
   * elsewhere, and variables without a value. Defaults of the root's variables are used, and listed in `assumed`; values of
   * terraform.tfvars and *.auto.tfvars are used as they are.
   *
   * @param folder the root module's folder, from the top
   */
  read(folder: string): Promise<TerraformRead>;
}

/**
 * Opens a reader of HCL. Nothing that it does throws, and nothing of the machine is read but `files`.
 *
 * @param parseHcl of {@link loadHclParser}
 */
export const openTerraformReader = (files: TerraformFiles, parseHcl: ParseHcl): TerraformReader => {
  const modules = new Map<string, Promise<RawModule | undefined>>();
  const readModule = (folder: string): Promise<RawModule | undefined> => {
    const found = modules.get(folder) ?? readModuleFiles(files, folder, parseHcl);
    modules.set(folder, found);
    return found;
  };
  return {
    findRoots: async (folders) => {
      const read: RawModule[] = [];
      for (const folder of [...new Set(folders)].sort()) {
        const module = await readModule(folder);
        if (module !== undefined) read.push(module);
      }
      const called = new Set(
        read.flatMap(({ folder, blocks }) =>
          blocks.module.flatMap(({ body }) => localFolder(folder, body['source']) ?? []),
        ),
      );
      return read
        .filter(({ folder }) => !called.has(folder))
        .map((module) => ({ folder: module.folder, isCertain: isRoot(module, files) }));
    },
    read: (folder) => readRoot(files, folder, parseHcl, readModule),
  };
};

const isRoot = ({ folder, blocks }: RawModule, files: TerraformFiles): boolean =>
  blocks.terraform.some(({ body }) => 'backend' in body || 'cloud' in body) ||
  // A block with nothing but an alias was once how a module asked for a provider.
  blocks.provider.some(({ body }) => Object.keys(body).some((key) => key !== 'alias')) ||
  (files.list(folder) ?? []).some((name) => /\.tfvars(?:\.json)?$|^\.terraform\.lock\.hcl$/.test(name));

const readRoot = async (
  files: TerraformFiles,
  folder: string,
  parseHcl: ParseHcl,
  readModule: (folder: string) => Promise<RawModule | undefined>,
): Promise<TerraformRead> => {
  const modules = await loadModules(folder, readModule);
  const given = await readGivenVariables(files, folder, parseHcl);
  const reader = new RootReader();
  const raw = modules.get(folder);
  if (raw !== undefined) {
    const context = { modules, tracker: new Tracker(), given: given.values, budget: { left: MOST_INSTANCES } };
    reader.walk(new ModuleInstance(context, raw, '', undefined), '', { isPossible: false, assumed: [] });
  }
  return {
    form: 'hcl',
    name: folder,
    ...reader.found,
    ...(raw === undefined ? {} : backendOf(raw)),
    files: [...[...modules.values()].flatMap((one) => one.files), ...given.files].sort(),
    problems: [...[...modules.values()].flatMap(({ problems }) => problems), ...given.problems],
  };
};

/** A backend takes neither variables nor references. */
const backendOf = ({ blocks }: RawModule): Pick<TerraformRead, 'backend'> => {
  for (const { body } of blocks.terraform) {
    const [[type, block] = []] = Object.entries(fieldsOf(body['backend']));
    if (type === undefined) continue;
    return { backend: { type, attributes: fieldsOf(Array.isArray(block) ? block[0] : block) } };
  }
  return {};
};

/** What the module calls around a resource say of it. */
interface Around {
  readonly isPossible: boolean;
  readonly assumed: readonly string[];
}

class RootReader {
  readonly found = {
    resources: [] as TerraformResource[],
    removed: [] as RemovedBlock[],
    moved: [] as TerraformRead['moved'][number][],
    imports: [] as TerraformRead['imports'][number][],
    outputs: new Map<string, TerraformOutput>(),
    providers: [] as TerraformProvider[],
    calls: [] as TerraformCall[],
    unseen: [] as UnseenModule[],
  };

  /** @param path the module's address without instance keys */
  walk(module: ModuleInstance, path: string, around: Around): void {
    const { blocks } = module.raw;
    for (const block of blocks.resource) this.#resources(module, block, 'managed', around);
    for (const block of blocks.data) this.#resources(module, block, 'data', around);
    for (const block of blocks.provider) {
      const { attributes } = module.body(block);
      const name = [block.labels[0] ?? '', ...(textOf(attributes['alias']) === undefined ? [] : [attributes['alias']])];
      this.found.providers.push({ name: name.join('.'), module: module.address, attributes, place: block.place });
    }
    this.#blocksOfState(module, path);
    if (module.address === '') this.#outputs(module);
    for (const block of blocks.module) this.#calls(module, block, path, around);
  }

  #resources(module: ModuleInstance, block: RawBlock, mode: 'managed' | 'data', around: Around): void {
    const [type = '', name = ''] = block.labels;
    const key = `${mode === 'data' ? 'data.' : ''}${type}.${name}`;
    const instances = module.resource(key);
    if (instances === undefined) return;
    const assumed = [...new Set([...around.assumed, ...instances.assumed])].sort();
    const provider = textOf(block.body['provider'])?.replace(/^\$\{\s*([\w.-]+)\s*\}$/, '$1');
    for (const { suffix, item } of instances.all) {
      this.found.resources.push({
        address: `${module.address === '' ? '' : `${module.address}.`}${key}${suffix}`,
        mode,
        type,
        name,
        module: module.address,
        ...(provider === undefined ? {} : { provider }),
        attributes: item.attributes,
        partialTexts: item.partialTexts,
        partialMaps: item.partialMaps,
        ...(ignoresAll(block) ? { ignoresChanges: true as const } : {}),
        ...(instances.isPossible || around.isPossible ? { isPossible: true as const } : {}),
        place: block.place,
        assumed: assumed.length === 0 ? item.assumed : new Map([...item.assumed, ['', assumed]]),
        lineOf: block.lineOf,
      });
    }
  }

  #blocksOfState(module: ModuleInstance, path: string): void {
    const { removed, moved, import: imports } = module.raw.blocks;
    const inside = (value: unknown): string | undefined => {
      const address = addressOf(value);
      return address === undefined ? undefined : path === '' ? address : `${path}.${address}`;
    };
    for (const { body, place } of removed) {
      const from = inside(body['from']);
      const lifecycle = fieldsOf(Array.isArray(body['lifecycle']) ? body['lifecycle'][0] : body['lifecycle']);
      if (from !== undefined) this.found.removed.push({ from, destroys: lifecycle['destroy'] !== false, place });
    }
    for (const { body, place } of moved) {
      const [from, to] = [inside(body['from']), inside(body['to'])];
      if (from !== undefined && to !== undefined) this.found.moved.push({ from, to, place });
    }
    for (const block of imports) {
      const to = inside(block.body['to']);
      if (to === undefined) continue;
      const id: unknown = block.body['for_each'] === undefined ? module.body(block).attributes['id'] : UNKNOWN;
      this.found.imports.push({ to, id: id ?? UNKNOWN, place: block.place });
    }
  }

  #outputs(module: ModuleInstance): void {
    for (const block of module.raw.blocks.output) {
      const [name = ''] = block.labels;
      const isSensitive = block.body['sensitive'] === true;
      const value = isSensitive ? UNKNOWN : (module.body(block).attributes['value'] ?? UNKNOWN);
      this.found.outputs.set(name, { value, place: block.place, isSensitive });
    }
  }

  #calls(module: ModuleInstance, block: RawBlock, path: string, around: Around): void {
    const [name = ''] = block.labels;
    const instances = module.module(name);
    if (instances === undefined) return;
    const inner: Around = {
      isPossible: around.isPossible || instances.isPossible,
      assumed: [...new Set([...around.assumed, ...instances.assumed])],
    };
    const call = `${path === '' ? '' : `${path}.`}module.${name}`;
    if (!this.found.calls.some(({ address }) => address === call)) {
      const providers = Object.entries(fieldsOf(block.body['providers'])).flatMap(([key, value]) => {
        const to = addressOf(value);
        return to === undefined ? [] : [[key.replace(/^\$\{(.*)\}$/, '$1'), to] as const];
      });
      const folder = localFolder(module.raw.folder, block.body['source']);
      this.found.calls.push({ address: call, folder, providers: Object.fromEntries(providers), place: block.place });
    }
    let given: Pick<UnseenModule, 'attributes' | 'partialTexts'> | undefined;
    for (const { suffix, item } of instances.all) {
      if (item !== undefined) {
        this.walk(item, call, inner);
        continue;
      }
      const source = textOf(block.body['source']);
      const folder = localFolder(module.raw.folder, source);
      given ??= module.body(block);
      this.found.unseen.push({
        address: `${module.address === '' ? '' : `${module.address}.`}module.${name}${suffix}`,
        source: source?.includes('${') === true ? undefined : source,
        place: block.place,
        attributes: given.attributes,
        partialTexts: given.partialTexts,
        reason: folder === undefined ? 'remote' : module.context.modules.has(folder) ? 'too-deep' : 'missing',
      });
    }
  }
}

/** `${helm_release.x}` in HCL, `helm_release.x` in JSON. */
const addressOf = (value: unknown): string | undefined => {
  const text = textOf(value)
    ?.replace(/^\$\{([\s\S]*)\}$/, '$1')
    .trim();
  return text === undefined || text === '' || text.includes('${') ? undefined : text;
};

const ignoresAll = ({ body }: RawBlock): boolean => {
  const lifecycle = fieldsOf(Array.isArray(body['lifecycle']) ? body['lifecycle'][0] : body['lifecycle']);
  return ['${all}', 'all'].includes(textOf(lifecycle['ignore_changes']) ?? '');
};

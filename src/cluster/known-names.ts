import {
  type Dependency,
  type ExternalName,
  externalKey,
  printDeclaration,
  printExternal,
} from '../declared/external-kustomization.js';
import { type Diagnostic, diagnose, suggest } from '../diagnostics/index.js';
import { dependsOnUnknown } from './diagnostics.js';

/** What a cluster's code has named so far: stages, addons, and external Kustomizations. */
export class KnownNames {
  readonly #names = new Set<string>();
  readonly #externals = new Map<string, ExternalName>();

  has(name: string): boolean {
    return this.#names.has(name);
  }

  add(name: string): void {
    this.#names.add(name);
  }

  hasExternal(external: ExternalName): boolean {
    return this.#externals.has(externalKey(external));
  }

  /** One in `flux-system` takes its name from stages and addons, too. */
  addExternal(external: ExternalName): void {
    this.#externals.set(externalKey(external), external);
    if (external.namespace === 'flux-system') this.#names.add(external.name);
  }

  /**
   * Those that are named already; of the others `report` hears.
   *
   * @param what what depends on them: `stage "apps"`
   */
  known(
    what: string,
    dependencies: readonly Dependency[],
    report: (problem: Diagnostic) => void,
  ): readonly Dependency[] {
    return dependencies.filter((one) => {
      if (typeof one === 'string' ? this.has(one) : this.hasExternal(one)) return true;
      report(typeof one === 'string' ? this.#unknownName(what, one) : this.#unknownExternal(what, one));
      return false;
    });
  }

  #unknownName(what: string, name: string): Diagnostic {
    const elsewhere = [...this.#externals.values()].find((one) => one.name === name);
    return diagnose(dependsOnUnknown, {
      message: `${what} depends on "${name}", which is not ${what.startsWith('stage') ? 'an earlier' : 'a'} stage or addon`,
      fix:
        elsewhere !== undefined
          ? `name its namespace, too: dependsOn: [${printExternal(elsewhere)}]`
          : this.#names.size === 0
            ? `leave it out: nothing comes before ${what.startsWith('stage') ? 'the first stage' : what}`
            : suggest(name, this.#names),
    });
  }

  #unknownExternal(what: string, { name, namespace }: ExternalName): Diagnostic {
    return diagnose(dependsOnUnknown, {
      message: `${what} depends on ${printExternal({ name, namespace })}, which the cluster does not declare`,
      fix: `add ${printDeclaration({ name, namespace })} to the cluster's external`,
    });
  }
}

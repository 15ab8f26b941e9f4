import {
  type ClusterState,
  isFluxKustomization,
  type OwnedObject,
  ownerKey,
  ROOT,
  readOwner,
} from '../../src/applied/cluster-state.js';
import { deletes } from '../../src/applied/owned-objects.js';
import type { JsonObject } from '../../src/json/json-value.js';

interface Live {
  owner: string;
  kept: boolean;
}

/**
 * kustomize-controller as far as owners go: a Kustomization applies its folder, puts its label on each object, and
 * deletes what was in its inventory, is no longer in its folder, still has its label and is not marked. One that is
 * deleted deletes what its own settings say.
 */
export class SimulatedFlux {
  readonly #live = new Map<string, Live>();
  readonly #inventories = new Map<string, Set<string>>([[ROOT, new Set()]]);
  readonly #specs = new Map<string, JsonObject>([[ROOT, { spec: { prune: true } }]]);
  #tree: ClusterState | undefined;
  /** Keys of all that was deleted, in order. */
  readonly deleted: string[] = [];

  /** Publishes a new revision, which no owner has seen yet. */
  commit(tree: ClusterState): void {
    this.#tree = tree;
  }

  /** Kustomizations that are in the cluster, the root among them. */
  get owners(): readonly string[] {
    return [...this.#specs.keys()].sort();
  }

  /** Keys of the objects that are in the cluster. */
  get live(): readonly string[] {
    return [...this.#live.keys()].sort();
  }

  /** Until nothing is left to do. */
  settle(): void {
    for (let round = 0; round < 3; round++) for (const owner of this.owners) this.reconcile(owner);
  }

  /** One Kustomization sees the revision, with the settings that it has in the cluster. */
  reconcile(owner: string): void {
    const tree = this.#tree;
    const json = this.#specs.get(owner);
    if (tree === undefined || json === undefined) return;
    // Its folder is gone, so its build fails.
    if (!tree.owners.has(owner)) return;
    const settings = readOwner(json, owner, true);
    const inventory = new Set<string>();
    for (const object of tree.objects.values()) {
      const holding = object.holdings.find((one) => one.owner === owner);
      if (holding === undefined) continue;
      inventory.add(object.key);
      this.#live.set(object.key, { owner, kept: holding.kept || settings.keepsAll });
      if (isFluxKustomization(object.id)) this.#apply(object, holding.json);
    }
    const before = this.#inventories.get(owner)!;
    this.#inventories.set(owner, inventory);
    if (settings.prune) for (const key of before) if (!inventory.has(key)) this.#delete(key, owner);
  }

  #apply({ id }: OwnedObject, json: JsonObject): void {
    const key = ownerKey(id);
    this.#specs.set(key, json);
    if (!this.#inventories.has(key)) this.#inventories.set(key, new Set());
  }

  #delete(key: string, owner: string): void {
    const live = this.#live.get(key);
    if (live === undefined || live.owner !== owner || live.kept) return;
    this.#live.delete(key);
    this.deleted.push(key);
    const [kind, , namespace, name] = key.split('\0');
    const gone = `${namespace}/${name}`;
    const json = kind === 'Kustomization' ? this.#specs.get(gone) : undefined;
    if (json === undefined) return;
    const inventory = this.#inventories.get(gone)!;
    this.#specs.delete(gone);
    this.#inventories.delete(gone);
    if (deletes(readOwner(json, gone, true))) for (const one of inventory) this.#delete(one, gone);
  }
}

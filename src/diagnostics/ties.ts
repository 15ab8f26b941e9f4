/**
 * How a problem is tied to others of the same cluster, by texts that are only compared. What follows from another problem
 * is told with that one. A tie is for what goes away with its cause; where that isn't sure, both problems are told.
 */
export interface Ties {
  /** What is wrong, where several problems say it: the first of them is told, and the others with it. */
  readonly same?: string;
  /** What others may follow from. A problem that has it follows from none. */
  readonly causes?: readonly string[];
  readonly follows?: readonly string[];
  /** What to say of several with the same text, after their number: `objects are not compared: …`. */
  readonly alike?: string;
  /** The names that its words hold, for what joins it with a problem of another cluster, or of the other side of the contract. */
  readonly subject?: Subject;
}

/** The names that a problem is about. */
export interface Subject {
  /** The var, key or object. */
  readonly name: string;
  /** Who reads or makes it. */
  readonly owner?: string;
  /** The name that the fix suggests in its place. */
  readonly near?: string;
}

/** What problems are tied by. */
export const ties = {
  /** An addon of the cluster, or none, provides it in time. */
  capability: (name: string) => `capability ${name}`,
  /** An addon comes too late for one that requires it, alone or with its stage. */
  lateAddon: (name: string) => `late addon ${name}`,
  lateStage: (name: string) => `late stage ${name}`,
  /** What an addon waits for isn't known, since something that it requires isn't there in time. */
  waiting: (addon: string) => `what ${addon} waits for`,
  /** Nothing that makes objects of a kind is there in time for an addon. */
  maker: (addon: string, kind: string) => `${kind} for ${addon}`,
  /** An object that isn't there. */
  object: (title: string) => `object ${title}`,
  /** Others apply what the cluster's code declares, until it is adopted. */
  adoption: 'adoption',
  /** The tree would have an object twice. */
  takenName: (title: string) => `taken name ${title}`,
  /** A kustomization file that lists a file no more. */
  unlisted: (list: string) => `unlisted in ${list}`,
  /** What a Kustomization reads isn't known. */
  unknownPath: (owner: string) => `unknown path of ${owner}`,
  /** Flux's root, which reads the cluster's folder no more. */
  lostRoot: 'lost root',
  /** A tenant goes, or gets another name: what is said of its owners, and of it by its name. */
  tenantOwner: (owner: string) => `tenant's ${owner}`,
  tenant: (name: string) => `tenant ${name}`,
  /** A namespace that a tenant claims, and that isn't its own. */
  claimed: (namespace: string) => `claimed ${namespace}`,
  /** Objects that leave an owner. */
  movesFrom: (owner: string) => `moves from ${owner}`,
} as const;

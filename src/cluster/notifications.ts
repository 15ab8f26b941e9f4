import type { AddonInstance } from '../addon/addon.js';
import { type BroughtSecret, broughtSecretsOf } from '../addon/brought-secrets.js';
import { inspectionOf } from '../addon/inspect.js';
import type { Alerts } from '../alerts/alerts.js';
import { NOTIFICATIONS, type NotifiedCluster, notificationsOf } from '../alerts/cluster-notifications.js';
import type { PushReceiver } from '../alerts/receiver.js';
import { type BootstrapSecret, FLUX_NAMESPACE } from '../contract/index.js';
import type { Stage } from '../declared/declared-cluster.js';
import { duplicateName } from '../declared/diagnostics.js';
import { type Diagnostic, diagnose, within } from '../diagnostics/index.js';
import { keysBrought, type Sops } from '../encryption/sops.js';

type Listed<T> = T | readonly T[] | undefined;
const listed = <T extends object>(given: Listed<T>): readonly T[] =>
  given === undefined ? [] : Array.isArray(given) ? (given as readonly T[]) : [given as T];

/** The alerts and the receiver of a cluster, which become an addon in a stage of its own, after all others. */
export class Notifications {
  readonly #alerts: readonly Alerts[];
  readonly #receiver: PushReceiver | undefined;
  readonly #ofStages: {
    readonly stage: string;
    readonly addons: readonly AddonInstance[];
    readonly alerts: readonly Alerts[];
  }[] = [];
  #made:
    | { readonly count: number; readonly addon: AddonInstance | undefined; readonly stages: readonly Stage[] }
    | undefined;

  constructor(alerts: Listed<Alerts>, receiver: PushReceiver | undefined) {
    this.#alerts = listed(alerts);
    this.#receiver = receiver;
  }

  addStage({ name, addons }: Stage, alerts: Listed<Alerts>): void {
    if (alerts !== undefined) this.#ofStages.push({ stage: name, addons, alerts: listed(alerts) });
  }

  /** The stages of a cluster, with that of the notifications. */
  after(stages: readonly Stage[], cluster: Omit<NotifiedCluster, 'addons'>): readonly Stage[] {
    if (this.#made?.count !== stages.length) {
      const addons = stages.flatMap((stage) => stage.addons);
      const declared = { alerts: this.#alerts, stages: this.#ofStages, receiver: this.#receiver };
      const addon = notificationsOf(declared, { ...cluster, addons });
      const isTaken = addons.some(({ name }) => name === NOTIFICATIONS);
      const isLeftOut = addon === undefined || isTaken;
      this.#made = {
        count: stages.length,
        addon,
        stages: isLeftOut ? stages : [...stages, { name: NOTIFICATIONS, addons: [addon], dependsOn: [] }],
      };
    }
    return this.#made.stages;
  }

  /** What is wrong with them, once the stages are known. */
  problems(stages: readonly Stage[]): readonly Diagnostic[] {
    const addon = this.#made?.addon;
    if (addon === undefined) return [];
    const other = stages.flatMap(({ addons }) => addons).find((one) => one.name === NOTIFICATIONS && one !== addon);
    const source = addon.place();
    const place = source === undefined ? {} : { source };
    return [
      ...[...inspectionOf(addon).problems, ...addon.problems].map((problem) => within(place, problem)),
      ...(other === undefined
        ? []
        : [
            diagnose(duplicateName, {
              message: `the name '${NOTIFICATIONS}' is that of the addon which has the cluster's alerts and receiver`,
              at: { addon: NOTIFICATIONS },
              fix: 'give your addon another name',
            }),
          ]),
    ];
  }
}

/** The Secrets that come before Flux: those of the cluster's option, the keys of SOPS, and those that its addons read. */
export const broughtSecrets = (
  declared: Readonly<Record<string, BootstrapSecret>>,
  secrets: Sops | undefined,
  stages: readonly Stage[],
): readonly BroughtSecret[] => {
  const all = new Map<string, BroughtSecret>();
  const add = (one: BroughtSecret): void => {
    const key = `${one.namespace}/${one.name}`;
    const there = all.get(key);
    all.set(key, there === undefined ? one : { ...there, keys: [...new Set([...there.keys, ...one.keys])] });
  };
  for (const [name, one] of Object.entries(declared)) add({ name, ...one });
  if (secrets !== undefined) for (const one of keysBrought(secrets, FLUX_NAMESPACE)) add(one);
  for (const { addons } of stages) for (const addon of addons) for (const one of broughtSecretsOf(addon)) add(one);
  return [...all.values()];
};

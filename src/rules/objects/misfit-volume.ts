import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, listOf } from '../../json/as-shape.js';
import { valueAt } from '../../json/json-path.js';
import { parseQuantity } from '../../schema/update/quantity.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, placeIn, type StateObject, specOf } from '../rule.js';

export const misfitVolume = defineDiagnostic({
  code: 'FX322',
  name: 'misfit-volume',
  severity: 'notice',
  summary:
    'A PersistentVolumeClaim names a PersistentVolume that is too small for it, lacks one of its access modes, has another class or mode, or is kept for another claim: it stays Pending, and its pods never start.',
  page: {
    example: 'volumeName: media in a claim with accessModes: [ReadWriteMany], and a volume media with [ReadWriteOnce]',
    flux: 'nothing, or a timeout if it waits: the claim reports Cannot bind to requested volume "media": incompatible accessMode',
    right: 'accessModes: [ReadWriteOnce] in the claim, or ReadWriteMany in the volume, if its storage can do so',
  },
  exceptable: true,
});

/**
 * A claim is bound to the volume that it names only if the two fit; unless the volume names the claim, too.
 * https://kubernetes.io/docs/concepts/storage/persistent-volumes/#reserving-a-persistentvolume
 */
export const misfitVolumeRule = defineRule([misfitVolume], (_, report, { index }) => {
  const volumes = index.byKind.get('/PersistentVolume') ?? [];
  if (volumes.length === 0) return;
  for (const claim of index.byKind.get('/PersistentVolumeClaim') ?? []) {
    const { volumeName } = specOf(claim);
    const named = volumes.filter(({ name }) => name === volumeName);
    const [volume] = named;
    if (volume === undefined || named.length > 1) continue;
    const misfit = misfitOf(claim, volume);
    if (misfit === undefined || holdsExpression(misfit.why)) continue;
    report(
      diagnose(misfitVolume, {
        message: `${claim.title} names ${volume.title}, and ${misfit.why}, so it stays Pending`,
        at: placeIn(claim, misfit.path),
        fix: misfit.fix,
      }),
    );
  }
});

interface Misfit {
  readonly path: string;
  readonly why: string;
  readonly fix: string;
}

const misfitOf = (claim: StateObject, volume: StateObject): Misfit | undefined => {
  const [wanted, given] = [specOf(claim), specOf(volume)];
  if (given['claimRef'] !== undefined) {
    const { namespace, name } = fieldsOf(given['claimRef']);
    // What names each other is bound without a look at the rest.
    if (typeof namespace !== 'string' || typeof name !== 'string') return undefined;
    if (namespace === claim.namespace && name === claim.name) return undefined;
    return {
      path: 'spec.volumeName',
      why: `the claimRef of the volume keeps it for ${name} in namespace "${namespace}"`,
      fix: 'correct the claimRef of the volume, or name another volume',
    };
  }
  const request = valueAt(wanted, ['resources', 'requests', 'storage']);
  const capacity = valueAt(given, ['capacity', 'storage']);
  const [size, space] = [parseQuantity(request), parseQuantity(capacity)];
  if (size !== undefined && space !== undefined && size > space) {
    return {
      path: 'spec.resources.requests.storage',
      why: `asks for ${String(request)} of its ${String(capacity)}`,
      fix: `ask for ${String(capacity)} or less`,
    };
  }
  const classOf = ({ json }: StateObject): unknown =>
    valueAt(json, ['metadata', 'annotations', 'volume.beta.kubernetes.io/storage-class']) ??
    valueAt(json, ['spec', 'storageClassName']);
  // A claim without any may get the default class.
  const [own = null, other = ''] = [classOf(claim), classOf(volume) ?? undefined];
  if (own !== null && own !== other) {
    return {
      path: 'spec.storageClassName',
      why: `is of class "${String(own)}", while the volume is of ${other === '' ? 'none' : `"${String(other)}"`}`,
      fix: `write storageClassName: '${String(other)}'`,
    };
  }
  const [mode = 'Filesystem', there = 'Filesystem'] = [wanted['volumeMode'], given['volumeMode']];
  if (mode !== there) {
    return {
      path: 'spec.volumeMode',
      why: `has volumeMode ${String(mode)}, while the volume has ${String(there)}`,
      fix: `write volumeMode: ${String(there)}`,
    };
  }
  const modes = listOf(given['accessModes']);
  const missing = listOf(wanted['accessModes']).find((one) => !modes.includes(one));
  return missing === undefined || modes.length === 0
    ? undefined
    : {
        path: 'spec.accessModes',
        why: `has the access mode ${String(missing)}, while the volume has ${modes.map(String).join(', ')}`,
        fix: `write accessModes: [${modes.map(String).join(', ')}], or give the volume ${String(missing)} if its storage can do so`,
      };
};

import type { Diagnostic } from '../../diagnostics/index.js';

/** Where something stands in a repository. */
export interface SourceLine {
  /** From the top of what was given as files, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** A map of which some keys are known. */
export interface PartialMap {
  /** The keys that are certain, with their values. */
  readonly known: Readonly<Record<string, unknown>>;
  /** Those that it may have in addition, as the parts of a text: `undefined` stands for an unknown part. */
  readonly keys: readonly (readonly (string | undefined)[])[];
}

/** What a plan does with a resource: https://developer.hashicorp.com/terraform/internals/json-format#change-representation */
export type ResourceAction = 'no-op' | 'create' | 'read' | 'update' | 'delete' | 'forget';

/**
 * One instance of a resource, from a plan, a state, HCL, or the export of another tool.
 *
 * `attributes` has nested blocks as lists, as Terraform's own JSON does: the name of a `kubernetes_namespace_v1` is
 * `attributes.metadata[0].name`. What can't be known is `UNKNOWN` in its place, at any depth; what is sensitive is
 * `HIDDEN`, with the keys of maps kept. An attribute that HCL doesn't set is absent, and so is one that a plan has as null.
 */
export interface TerraformResource {
  /** `module.apps["x"].helm_release.redis[0]`. Where HCL's count or for_each is unknown, `[*]` stands for the key. */
  readonly address: string;
  readonly mode: 'managed' | 'data';
  /** `kubernetes_manifest`. */
  readonly type: string;
  readonly name: string;
  /** The address of its module; empty for the root. */
  readonly module: string;
  /** `registry.terraform.io/hashicorp/kubernetes` of a plan or state; the local name and alias (`kubernetes.eks`) of HCL. */
  readonly provider?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /**
   * Texts that are UNKNOWN as a whole and known in parts, by their printed path (`yaml_body`). `undefined` stands for an
   * unknown part. A manifest with one unknown field still says which object it is.
   */
  readonly partialTexts: ReadonlyMap<string, readonly (string | undefined)[]>;
  /** Of HCL: maps that are UNKNOWN as a whole and of which keys are known, by their printed path (`data`). */
  readonly partialMaps?: ReadonlyMap<string, PartialMap>;
  /** Of a plan: what it does. Absent in a state and in HCL. */
  readonly actions?: readonly ResourceAction[];
  /** Of a plan: where the resource was before `moved`. */
  readonly previousAddress?: string;
  /** Of HCL: `lifecycle { ignore_changes = all }`, so Terraform creates it once and changes nothing afterwards. */
  readonly ignoresChanges?: true;
  /** Of HCL: count or for_each is unknown, so there may be none. */
  readonly isPossible?: true;
  /** Of HCL. */
  readonly place?: SourceLine;
  /**
   * Of HCL: by printed path, which variables of the root have their default there, since no tfvars file sets them. Another
   * value may come from the command line or the environment. The empty path is that of count and for_each.
   */
  readonly assumed: ReadonlyMap<string, readonly string[]>;
  /** Of HCL: the line of an attribute by its printed path, or of what is around it. */
  lineOf(path: string): SourceLine | undefined;
}

/** A module call that isn't followed, so nothing is known of its resources. */
export interface UnseenModule {
  readonly address: string;
  /** As HCL has it; undefined if it isn't a plain text. */
  readonly source: string | undefined;
  readonly place: SourceLine;
  /** What the call gives to it, as attributes of a resource are. */
  readonly attributes: TerraformResource['attributes'];
  readonly partialTexts: TerraformResource['partialTexts'];
  /** `remote`: it is in a registry or another repository. */
  readonly reason: 'remote' | 'missing' | 'too-deep';
}

/** `removed { from = … }`: Terraform lets go of what is at an address. */
export interface RemovedBlock {
  /** Without instance keys, from the root: `module.apps.helm_release.redis`. */
  readonly from: string;
  /** Whether the object is deleted with it. */
  readonly destroys: boolean;
  readonly place: SourceLine;
}

/** An output of the root module. */
export interface TerraformOutput {
  readonly value: unknown;
  readonly place?: SourceLine;
  readonly isSensitive: boolean;
}

/** A `provider` block. */
export interface TerraformProvider {
  /** `helm`, or `helm.eks` with an alias. */
  readonly name: string;
  /** The address of its module; empty for the root. */
  readonly module: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly place: SourceLine;
}

/** A module call, of HCL, whether it is followed or not. */
export interface TerraformCall {
  /** Without instance keys: `module.apps.module.redis`. */
  readonly address: string;
  /** The folder of a local module, from the top; undefined for one from elsewhere. */
  readonly folder: string | undefined;
  /** By the name that the module knows a provider by, the provider that it gets: `kubernetes` → `kubernetes.dev`. */
  readonly providers: Readonly<Record<string, string>>;
  readonly place: SourceLine;
}

/** What the reader of Terraform found in one plan, state, export, or root module. */
export interface TerraformRead {
  /** `pulumi`: pulumi stack export. `cloudformation`: a template as the AWS CDK writes it. */
  readonly form: 'plan' | 'state' | 'hcl' | 'pulumi' | 'cloudformation';
  /** The name of the file, or the folder of the root module. */
  readonly name: string;
  /** What runs it in the cluster, in messages: `Terraform/queue of Kustomization "cloud"`. Of HCL for tofu-controller. */
  readonly runBy?: string;
  /** All instances, in the order of their source. */
  readonly resources: readonly TerraformResource[];
  readonly removed: readonly RemovedBlock[];
  /** `moved` blocks, as addresses. */
  readonly moved: readonly { readonly from: string; readonly to: string; readonly place: SourceLine }[];
  /** `import` blocks: the address, and the id where it is known. */
  readonly imports: readonly { readonly to: string; readonly id: unknown; readonly place: SourceLine }[];
  readonly outputs: ReadonlyMap<string, TerraformOutput>;
  readonly providers: readonly TerraformProvider[];
  /** Of HCL: where the root has its state, as `s3` and the block's attributes. */
  readonly backend?: { readonly type: string; readonly attributes: Readonly<Record<string, unknown>> };
  readonly calls: readonly TerraformCall[];
  readonly unseen: readonly UnseenModule[];
  /** Files of HCL that were read, sorted. */
  readonly files: readonly string[];
  /** What couldn't be read, such as a file with a syntax error. Everything else was. */
  readonly problems: readonly Diagnostic[];
}

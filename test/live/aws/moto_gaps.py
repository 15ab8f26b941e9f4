"""Runs moto's server, and fills the gaps of moto 5.2 that examples/terraform-eks meets. GAPS names each of them.

Any other call that moto doesn't know is refused with status 501, and written to the file in FLUXSPAN_UNKNOWN_CALLS, so
that the test fails and says which call it was.

  EKS_ENDPOINT, EKS_CA_FILE: the API server that the cluster is said to have
"""

import base64
import json
import os
import sys
import time
import uuid
from urllib.parse import unquote, urlparse

from flask import request
from moto.ec2.models import ec2_backends, launch_templates, security_groups
from moto.eks import models as eks
from moto.eks import urls as eks_urls
from moto.rds import models as rds
from moto.secretsmanager import models as secrets

GAPS = {
    "eks cluster": "a security group of the cluster, the endpoint of a real API server, accessConfig, upgradePolicy, logging as it was asked for",
    "eks cluster update": "a change of logging or of the endpoint keeps the rest",
    "eks node group": "no remote access unless it was asked for, no disk size beside a launch template; update of the launch template's version",
    "eks addons": "create, describe, update, delete, list",
    "eks pod identity associations": "create, describe, update, delete, list",
    "eks access entries": "create, describe, delete, list; associate, disassociate and list policies",
    "eks identity provider configs": "associate, describe, disassociate",
    "eks updates": "describe: every update has succeeded",
    "ec2 launch template": "the tags of the template itself are not among its data",
    "ec2 security group rule": "the description of a rule whose source is a group",
    "rds database": "a resource id of its own",
    "rds restored database": "RDS manages its password only once it is asked to",
    "secretsmanager rotation": "the schedule of a rotation without a function of one's own, as in secrets that RDS manages",
    "secretsmanager staging labels": "a new current version takes AWSCURRENT and AWSPREVIOUS with it, and of other labels only its own",
}

ENDPOINT = os.environ["EKS_ENDPOINT"]
CA_FILE = os.environ["EKS_CA_FILE"]
UNKNOWN = os.environ["FLUXSPAN_UNKNOWN_CALLS"]


def unknown(method, path, detail=""):
    with open(UNKNOWN, "a", encoding="utf-8") as log:
        log.write(f"{method} {path} {detail}".strip() + "\n")


# --- the cluster
# fills: eks cluster, eks cluster update

create_cluster_of_moto = eks.EKSBackend.create_cluster


def create_cluster(self, *args, **kwargs):
    cluster = create_cluster_of_moto(self, *args, **kwargs)
    ec2 = ec2_backends[self.account_id][self.region_name]
    asked = cluster.resources_vpc_config
    vpc = ec2.get_subnet(asked["subnetIds"][0]).vpc_id
    group = ec2.create_security_group(f"eks-cluster-sg-{cluster.name}-{uuid.uuid4().hex[:8]}", "EKS", vpc_id=vpc)
    cluster.resources_vpc_config = dict(asked, vpcId=vpc, clusterSecurityGroupId=group.id)
    cluster.endpoint = ENDPOINT
    with open(CA_FILE, "rb") as file:
        cluster.certificate_authority = {"data": base64.b64encode(file.read()).decode()}
    cluster.accessConfig = {"authenticationMode": "API", "bootstrapClusterCreatorAdminPermissions": False}
    cluster.upgradePolicy = request.get_json(force=True)["upgradePolicy"]
    cluster.fluxspan_group = group.id
    return cluster


delete_cluster_of_moto = eks.EKSBackend.delete_cluster


def delete_cluster(self, name):
    cluster = delete_cluster_of_moto(self, name)
    ec2_backends[self.account_id][self.region_name].delete_security_group(group_id=cluster.fluxspan_group)
    for kind in STORE.values():
        for key in [key for key in kind if key[0] == name]:
            del kind[key]
    return cluster


update_of_moto = eks.EKSBackend.update_cluster_config


def update_cluster_config(self, name, resources_vpc_config, *args, **kwargs):
    known = dict(self.clusters[name].resources_vpc_config)
    return update_of_moto(self, name, {**known, **resources_vpc_config} if resources_vpc_config else None, *args, **kwargs)


eks.EKSBackend.update_cluster_config = update_cluster_config
eks.EKSBackend.create_cluster = create_cluster
eks.EKSBackend.delete_cluster = delete_cluster

# --- the node group
# fills: eks node group

init_of_moto = eks.Nodegroup.__init__


def init_nodegroup(self, *args, **kwargs):
    init_of_moto(self, *args, **kwargs)
    if not kwargs.get("remote_access"):
        self.remote_access = None
    if self.launch_template:
        self.disk_size = None


eks.Nodegroup.__init__ = init_nodegroup

# --- databases
# fills: rds database, rds restored database

init_database_of_moto = rds.DBInstance.__init__


def init_database(self, *args, **kwargs):
    init_database_of_moto(self, *args, **kwargs)
    self.dbi_resource_id = "db-" + uuid.uuid4().hex[:26].upper()


rds.DBInstance.__init__ = init_database

restore_of_moto = rds.RDSBackend.restore_db_instance_from_db_snapshot


def restore_db_instance(self, from_snapshot_id, overrides):
    database = restore_of_moto(self, from_snapshot_id, overrides)
    database.master_user_secret.delete_secret()
    del database.master_user_secret
    database.manage_master_user_password = False
    return database


rds.RDSBackend.restore_db_instance_from_db_snapshot = restore_db_instance

# --- launch templates, rules of security groups, rotation, staging labels
# fills: ec2 launch template, ec2 security group rule, secretsmanager rotation, secretsmanager staging labels

init_version_of_moto = launch_templates.LaunchTemplateVersion.__init__


def init_version(self, template, number, data, description):
    specifications = [one for one in data.get("TagSpecifications", []) if one["ResourceType"] != "launch-template"]
    init_version_of_moto(self, template, number, dict(data, TagSpecifications=specifications), description)


launch_templates.LaunchTemplateVersion.__init__ = init_version

authorize_of_moto = security_groups.SecurityGroupBackend.authorize_security_group_ingress


def authorize(self, *args, **kwargs):
    rules, group = authorize_of_moto(self, *args, **kwargs)
    for source in kwargs.get("source_groups") or []:
        for rule in rules:
            if "Description" in source:
                rule.ip_range = dict(rule.ip_range or {}, Description=source["Description"])
    return rules, group


security_groups.SecurityGroupBackend.authorize_security_group_ingress = authorize

rotate_of_moto, dict_of_moto = secrets.SecretsManagerBackend.rotate_secret, secrets.FakeSecret.to_dict


def rotate_secret(self, secret_id, client_request_token=None, rotation_lambda_arn=None, rotation_rules=None, rotate_immediately=True):
    secret = self.secrets[secret_id]
    if rotation_lambda_arn or secret.owning_service is None:
        return rotate_of_moto(self, secret_id, client_request_token, rotation_lambda_arn, rotation_rules, rotate_immediately)
    secret.rotation_requested = secret.rotation_enabled = True
    secret.fluxspan_rules = rotation_rules
    return secret.to_short_dict()


def to_dict(self):
    found = dict_of_moto(self)
    if hasattr(self, "fluxspan_rules"):
        found["RotationRules"] = self.fluxspan_rules
    return found


reset_of_moto = secrets.FakeSecret.reset_default_version


def reset_default_version(self, secret_version, version_id):
    moved = {"AWSCURRENT", "AWSPREVIOUS", *secret_version["version_stages"]}
    kept = {ident: [one for one in version["version_stages"] if one not in moved] for ident, version in self.versions.items()}
    reset_of_moto(self, secret_version, version_id)
    for ident, labels in kept.items():
        stages = self.versions[ident]["version_stages"]
        stages[:] = [one for one in stages if one == "AWSPREVIOUS"] + labels


secrets.FakeSecret.reset_default_version = reset_default_version
secrets.SecretsManagerBackend.rotate_secret = rotate_secret
secrets.FakeSecret.to_dict = to_dict

# --- what moto lacks altogether
# fills: eks addons, eks pod identity associations, eks access entries, eks identity provider configs, eks updates

STORE = {"addons": {}, "pod-identity-associations": {}, "access-entries": {}, "policies": {}, "identity-provider-configs": {}}


def answer(body, status=200):
    return status, {"Content-Type": "application/json"}, json.dumps(body)


def missing(what):
    headers = {"Content-Type": "application/json", "x-amzn-errortype": "ResourceNotFoundException"}
    return 404, headers, json.dumps({"message": f"No {what} found"})


def conflict(what):
    headers = {"Content-Type": "application/json", "x-amzn-errortype": "ResourceInUseException"}
    return 409, headers, json.dumps({"message": f"{what} is there already"})


def update():
    return {"update": {"id": str(uuid.uuid4()), "status": "Successful", "type": "AddonUpdate", "params": [], "createdAt": time.time(), "errors": []}}


def addons(request, cluster, arn, ident, body, rest):
    store = STORE["addons"]
    now = time.time()
    if request.method == "POST" and not ident:
        name = body["addonName"]
        if (cluster, name) in store:
            return conflict(f"Addon {name}")
        store[cluster, name] = {
            "addonName": name,
            "clusterName": cluster,
            "status": "ACTIVE",
            "addonVersion": body["addonVersion"],
            "health": {"issues": []},
            "addonArn": arn("addon", f"{name}/{uuid.uuid4()}"),
            "createdAt": now,
            "modifiedAt": now,
            "tags": body.get("tags") or {},
            "podIdentityAssociations": [],
        }
        return answer({"addon": store[cluster, name]})
    if request.method == "GET" and not ident:
        return answer({"addons": [name for of, name in store if of == cluster]})
    if (cluster, ident) not in store:
        return missing(f"addon: {ident}")
    if request.method == "POST" and rest == ["update"]:
        store[cluster, ident].update(addonVersion=body["addonVersion"], modifiedAt=now)
        return answer(update())
    if request.method == "GET":
        return answer({"addon": store[cluster, ident]})
    if request.method == "DELETE":
        return answer({"addon": dict(store.pop((cluster, ident)), status="DELETING")})
    return None


def pod_identity_associations(request, cluster, arn, ident, body, rest):
    store = STORE["pod-identity-associations"]
    now = time.time()
    if request.method == "POST" and not ident:
        if any(of == cluster and (one["namespace"], one["serviceAccount"]) == (body["namespace"], body["serviceAccount"]) for (of, _), one in store.items()):
            return conflict(f"Association of {body['namespace']}/{body['serviceAccount']}")
        new = "a-" + uuid.uuid4().hex[:17]
        store[cluster, new] = {
            "clusterName": cluster,
            "namespace": body["namespace"],
            "serviceAccount": body["serviceAccount"],
            "roleArn": body["roleArn"],
            "associationId": new,
            "associationArn": arn("podidentityassociation", new),
            "tags": body.get("tags") or {},
            "createdAt": now,
            "modifiedAt": now,
        }
        return answer({"association": store[cluster, new]})
    if request.method == "GET" and not ident:
        return answer({"associations": [one for (of, _), one in store.items() if of == cluster]})
    if (cluster, ident) not in store:
        return missing(f"association: {ident}")
    if request.method == "GET":
        return answer({"association": store[cluster, ident]})
    if request.method == "POST":
        store[cluster, ident].update(roleArn=body["roleArn"], modifiedAt=now)
        return answer({"association": store[cluster, ident]})
    if request.method == "DELETE":
        return answer({"association": store.pop((cluster, ident))})
    return None


def access_entries(request, cluster, arn, ident, body, rest):
    store, policies = STORE["access-entries"], STORE["policies"]
    now = time.time()
    if request.method == "POST" and not ident:
        principal = body["principalArn"]
        if (cluster, principal) in store:
            return conflict(f"Access entry of {principal}")
        store[cluster, principal] = {
            "clusterName": cluster,
            "principalArn": principal,
            "kubernetesGroups": body.get("kubernetesGroups") or [],
            "accessEntryArn": arn("access-entry", f"{principal.split(':')[-1]}/{uuid.uuid4()}"),
            "createdAt": now,
            "modifiedAt": now,
            "tags": body.get("tags") or {},
            "username": body.get("username") or principal,
            "type": body.get("type") or "STANDARD",
        }
        return answer({"accessEntry": store[cluster, principal]})
    if request.method == "GET" and not ident:
        return answer({"accessEntries": [principal for of, principal in store if of == cluster]})
    if (cluster, ident) not in store:
        return missing(f"access entry: {ident}")
    if rest == ["access-policies"] and request.method == "POST":
        one = {"policyArn": body["policyArn"], "accessScope": body["accessScope"], "associatedAt": now, "modifiedAt": now}
        policies[cluster, ident, body["policyArn"]] = one
        return answer({"clusterName": cluster, "principalArn": ident, "associatedAccessPolicy": one})
    if rest == ["access-policies"] and request.method == "GET":
        found = [one for (of, principal, _), one in policies.items() if (of, principal) == (cluster, ident)]
        return answer({"clusterName": cluster, "principalArn": ident, "associatedAccessPolicies": found})
    if rest[:1] == ["access-policies"] and request.method == "DELETE":
        policies.pop((cluster, ident, "/".join(rest[1:])), None)
        return answer({})
    if not rest and request.method == "GET":
        return answer({"accessEntry": store[cluster, ident]})
    if not rest and request.method == "DELETE":
        del store[cluster, ident]
        return answer({})
    return None


def identity_provider_configs(request, cluster, arn, ident, body, rest):
    store = STORE["identity-provider-configs"]
    if ident == "associate" and request.method == "POST":
        oidc = body["oidc"]
        name = oidc["identityProviderConfigName"]
        store[cluster, name] = dict(oidc, clusterName=cluster, status="ACTIVE", tags=body.get("tags") or {}, identityProviderConfigArn=arn("identityproviderconfig", f"oidc/{name}/{uuid.uuid4()}"))
        return answer(dict(update(), tags={}))
    name = (body.get("identityProviderConfig") or {}).get("name")
    if (cluster, name) not in store:
        return missing(f"identity provider config: {name}")
    if ident == "describe" and request.method == "POST":
        return answer({"identityProviderConfig": {"oidc": store[cluster, name]}})
    if ident == "disassociate" and request.method == "POST":
        del store[cluster, name]
        return answer(update())
    return None


def node_group_version(request, cluster, arn, ident, body, rest):
    account, region = "123456789012", request.headers["Authorization"].split("/")[2]
    group = eks.eks_backends[account][region].clusters[cluster].nodegroups[ident]
    if "launchTemplate" in body:
        group.launch_template.update(body["launchTemplate"])
    if "version" in body:
        group.version = body["version"]
    return answer(update())


def updates(request, cluster, arn, ident, body, rest):
    if ident and request.method == "GET":
        return answer(dict(update(), id=ident))
    return None


HANDLERS = {
    "addons": addons,
    "pod-identity-associations": pod_identity_associations,
    "access-entries": access_entries,
    "identity-provider-configs": identity_provider_configs,
    "update-version": node_group_version,
    "updates": updates,
}


def handle(request, full_url, headers):
    parts = [unquote(part) for part in urlparse(full_url).path.strip("/").split("/")]
    _, cluster, kind, *more = parts
    if kind == "node-groups":
        kind, more = "update-version", more[:1]
    # An ARN in a path has slashes of its own.
    if kind == "access-entries" and more:
        at = more.index("access-policies") if "access-policies" in more else len(more)
        more = ["/".join(more[:at]), *more[at:]]
    ident, rest = (more[0] if more else None), more[1:]
    region = request.headers.get("Authorization", "").split("/")[2]
    arn = lambda what, name: f"arn:aws:eks:{region}:123456789012:{what}/{cluster}/{name}"
    body = json.loads(request.data) if request.data else {}
    found = HANDLERS[kind](request, cluster, arn, ident, body, rest)
    if found is None:
        unknown(request.method, "/".join(parts))
        return answer({"message": "not filled by moto_gaps.py"}, 501)
    return found


eks_urls.url_paths["{0}/clusters/(?P<name>[^/]+)/node-groups/(?P<group>[^/]+)/update-version$"] = handle
for kind in HANDLERS.keys() - {"update-version"}:
    eks_urls.url_paths["{0}/clusters/(?P<name>[^/]+)/%s$" % kind] = handle
    eks_urls.url_paths["{0}/clusters/(?P<name>[^/]+)/%s/(?P<rest>.+)$" % kind] = handle

# --- calls that neither moto nor this file knows

import moto.server as server  # noqa: E402  reads the URLs above

create_app_of_moto = server.create_backend_app


def create_backend_app(service):
    app = create_app_of_moto(service)

    @app.after_request
    def note(response):
        # 501 is what moto says of an action that it doesn't have; 404 in HTML is Flask's, for a path that it doesn't have.
        # A missing object in S3 is a 404 in HTML too, and no gap.
        if response.status_code == 501 or (response.status_code == 404 and response.mimetype == "text/html" and service != "s3"):
            action = request.headers.get("X-Amz-Target") or request.form.get("Action") or ""
            unknown(request.method, f"{service} {request.path}", action)
        return response

    return app


server.create_backend_app = create_backend_app
for module in list(sys.modules.values()):
    if getattr(module, "create_backend_app", None) is create_app_of_moto:
        module.create_backend_app = create_backend_app

if __name__ == "__main__":
    server.main(sys.argv[1:])

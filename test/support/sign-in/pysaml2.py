"""Prints responses of a SAML identity provider built on pysaml2, as a list of fields SAMLResponse."""

import json
import logging
import sys
import warnings
from base64 import b64encode

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)

from saml2 import BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.saml import NAMEID_FORMAT_EMAILADDRESS, NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256

told = json.load(sys.stdin)
config = IdPConfig().load(
    {
        "entityid": told["issuer"],
        "key_file": told["keyFile"],
        "cert_file": told["certificateFile"],
        "xmlsec_binary": told["xmlsec1"],
        "service": {
            "idp": {
                "endpoints": {
                    "single_sign_on_service": [(told["ssoURL"], BINDING_HTTP_REDIRECT)]
                },
                "policy": {
                    "default": {
                        "lifetime": {"minutes": 5},
                        "name_form": "urn:oasis:names:tc:SAML:2.0:attrname-format:uri",
                        "attribute_restrictions": None,
                    }
                },
            }
        },
        "metadata": {"inline": [told["metadata"]]},
    }
)
server = Server(config=config)
formats = {"email": NAMEID_FORMAT_EMAILADDRESS, "persistent": NAMEID_FORMAT_PERSISTENT}


def respond(case):
    if "request" in told:
        # The values that the service provider requests, if its request and metadata are valid.
        request = server.parse_authn_request(told["request"], BINDING_HTTP_REDIRECT)
        arguments = server.response_args(request.message)
        arguments.pop("binding")
    else:
        arguments = {
            "in_response_to": told["inResponseTo"],
            "destination": told["recipient"],
            "sp_entity_id": told["audience"],
        }
    arguments["name_id"] = NameID(format=formats[case["format"]], text=case["nameId"])
    response = server.create_authn_response(
        {"mail": [told["email"]], "givenName": ["Ada"], "sn": ["Lovelace"]},
        authn={"class_ref": "urn:oasis:names:tc:SAML:2.0:ac:classes:Password", "authn_auth": "x"},
        sign_assertion=case["placement"] in ("assertion", "both"),
        sign_response=case["placement"] in ("response", "both"),
        encrypt_assertion="encryptionCertificate" in case,
        encrypt_cert_assertion=case.get("encryptionCertificate"),
        sign_alg=SIG_RSA_SHA256,
        digest_alg=DIGEST_SHA256,
        **arguments,
    )
    return b64encode(str(response).encode()).decode()


print(json.dumps([respond(case) for case in told["cases"]]))

/** Takes the place of undici's main file: what tome uses of it, without fetch, caches, mocks and web sockets. */
"use strict";
const Dispatcher = require("undici/lib/dispatcher/dispatcher");

Object.assign(Dispatcher.prototype, require("undici/lib/api"));
exports.Agent = require("undici/lib/dispatcher/agent");
exports.ProxyAgent = require("undici/lib/dispatcher/proxy-agent");

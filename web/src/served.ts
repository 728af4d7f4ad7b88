// The page of `cg serve`.

import { open } from "./app";
import { HttpServer } from "./http";

const fragment = new URLSearchParams(location.hash.slice(1));
open(new HttpServer(fragment.get("token"), fragment.get("key")), fragment);

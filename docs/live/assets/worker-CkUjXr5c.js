const e=JSON.stringify({info:{abi_version:`2026_0`,arch:`wasm32`,platform:`emscripten_5_0_3`,python:`3.14.2`},packages:{}});async function t(e){let t=e.archives.map(a),r=e.memory===null?null:o(e.memory),i;try{i=await n(e.pyodide,await r??void 0)}catch(t){if(r===null)throw t;i=await n(e.pyodide)}for(let e of t)i.unpackArchive(await e,`zip`,{extractDir:`/lib/python3.14/site-packages`});return i}async function n(t,n){let[a,o]=await Promise.all([import(
/* @vite-ignore */
`${t}pyodide.mjs`),import(
/* @vite-ignore */
`${t}pyodide.asm.mjs`)]),s=()=>void 0,c={createPyodideModule:async e=>{r(e);let t=await o.default(e);return n&&(s=i(t,n.length)),t},...n?{_loadSnapshot:n}:{}},l=await a.loadPyodide({indexURL:t,lockFileContents:e,enableRunUntilComplete:!1,...c});return s(),l}function r(e){let t=e.instantiateWasm.bind(e);e.instantiateWasm=(e,n)=>{let r=e.env.emscripten_resize_heap;return e.env.emscripten_resize_heap=e=>e>>>0>1073741824?0:r(e),t(e,n)}}function i(e,t){e.HEAP8.length<t&&e._free(e._malloc(t));let n=e.HEAP32[e.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET/4]??0,r=(e.__PyRuntime+n)/4,i=e.HEAP32[r]??0;return()=>void(e.HEAP32[r]=i)}async function a(e){return(await s(e)).arrayBuffer()}async function o(e){try{let{body:t}=await s(e);return t===null?null:new Uint8Array(await new Response(t.pipeThrough(new DecompressionStream(`gzip`))).arrayBuffer())}catch{return null}}async function s(e){let t=await fetch(e);if(!t.ok)throw Error(`${e} is missing`);return t}let c,l=0;const u=e=>self.postMessage(e);self.onmessage=async({data:e})=>{if(e.type===`start`){c=d(e.files);return}let{number:t}=e;try{let{globals:n}=await c,r=n;if(l=t,e.type===`run`){let n=r.get(`run`)(e.code,e.file)??null;u({type:`ended`,number:t,html:null,problem:n})}else{let[n,i]=r.get(`explain`)(e.tree).toJs();u({type:`ended`,number:t,html:n??null,problem:i??null})}}catch(e){u({type:`ended`,number:t,html:null,problem:`Python could not run this: ${String(e).slice(0,300)}`})}};async function d(e){let n=await t(e),r=e=>u({type:`printed`,number:l,text:`${e}\n`});return n.setStdout({batched:r}),n.setStderr({batched:r}),n.runPython(`
import json, os, sys, traceback, warnings
warnings.simplefilter("ignore")
os.makedirs("/work", exist_ok=True)
os.chdir("/work")
sys.path.insert(0, "/work")
names = {"__name__": "__main__"}

def run(code, file):
    if file:
        with open(file, "w", encoding="utf-8") as out:
            out.write(code)
        print(f"Written to {file}.")
        return None
    try:
        exec(compile(code, "<page>", "exec"), names)
    except BaseException as error:
        return traceback.format_exception_only(error)[-1].strip()

def explain(typed):
    from plywise.explain import explain_state
    from plywise.games.tree import Tree
    from plywise.rules import PlywiseError
    try:
        return explain_state(Tree(json.loads(typed))).to_html(), None
    except json.JSONDecodeError as error:
        return None, f"This is no JSON ({error}): write lists such as [[3, 12, 8], [2, 4, 6]]."
    except PlywiseError as error:
        return None, str(error)
`),n}
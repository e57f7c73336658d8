import { createRoot } from "react-dom/client";
import { Client, takeToken } from "../api/client";
import { load } from "../i18n";
import { StoreProvider } from "../store/hooks";
import { Store } from "../store/store";
import "../styles/index.css";
import { App } from "./App";
import { firstLanguage } from "./preferences";

const store = new Store(new Client(takeToken(location, localStorage, history)));
store.start();
const show = () =>
  createRoot(document.getElementById("page")!).render(<StoreProvider value={store}><App /></StoreProvider>);
// If a language cannot be fetched, the page stays in English.
load(firstLanguage()).then(show, show);

import { createRoot } from "react-dom/client";
import { Client, takeToken } from "../api/client";
import { StoreProvider } from "../store/hooks";
import { Store } from "../store/store";
import "../styles/index.css";
import { App } from "./App";

const store = new Store(new Client(takeToken(location, localStorage, history)));
store.start();
createRoot(document.getElementById("page")!).render(<StoreProvider value={store}><App /></StoreProvider>);
